// The script of a saved card that another card of the same notebook holds: a notebook keeps it once, not once a card.
export default {
  async render({ model, el }) {
    const holder = await model.widget_manager.get_model(model.get("_script_of"));
    const address = URL.createObjectURL(new Blob([holder.get("_esm")], { type: "text/javascript" }));
    const card = await import(address);
    URL.revokeObjectURL(address);
    return card.default.render({ model, el });
  },
};
