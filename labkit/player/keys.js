// The keys of a card. A plain key stays with it; commands of the notebook around it go there, but for undo.

function hearKey(card, event) {
  const undoes = event.key === "z" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (!undoes && isForNotebook(event)) return;
  event.stopPropagation();
  if (!undoes) takeKey(card, event);
  else if (!event.target.matches("input[type=text], textarea")) {
    event.preventDefault();
    card.root.querySelector(`[data-do="undo"]`)?.click();
  }
}

function takeKey(card, event) {
  if (event.target.matches("textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const asks = card.prediction.waiting || event.target.matches("input[type=radio]");
  const { transport, painter, lecture } = card;
  const slides = event.target.matches("input[type=range]") && event.target !== transport.slider;
  const act = (asks ? lecture.screenKeys() : {
    " ": () => event.target.matches("button, input[type=checkbox]") ? false : transport.toggle(),
    ArrowRight: () => transport.step(1), ArrowLeft: () => transport.step(-1),
    Home: () => transport.jump(0), End: () => transport.jump(Infinity),
    Delete: () => painter.removeChosen(), Backspace: () => painter.removeChosen(),
    ...lecture.keys(),
  })[event.key];
  if (!act || (slides && /Arrow|Home|End/.test(event.key)) || act() === false) return;
  event.preventDefault();
}
