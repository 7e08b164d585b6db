// The keys of a card. It takes only those it uses: all others stay with the page around it.

function takeKey(card, event) {
  if (event.target.matches("input[type=text], select") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (card.prediction.waiting || event.target.matches("input[type=radio]")) return;
  const { transport, painter } = card;
  const slides = event.target.matches("input[type=range]") && event.target !== transport.slider;
  const act = {
    " ": () => event.target.matches("button, input[type=checkbox]") ? false : transport.toggle(),
    ArrowRight: () => transport.step(1), ArrowLeft: () => transport.step(-1),
    Home: () => transport.jump(0), End: () => transport.jump(Infinity),
    Delete: () => painter.removeChosen(), Backspace: () => painter.removeChosen(),
  }[event.key];
  if (!act || slides || act() === false) return;
  event.preventDefault();
  event.stopPropagation();
}
