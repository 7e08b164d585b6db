// Before anything is drawn: the theme that the reader chose, if it is not the system's.
(() => {
  const KEY = "labkit-theme";
  const kept = () => {
    try { return localStorage.getItem(KEY); } catch { return null; } // storage may be refused
  };
  const root = document.documentElement;
  const use = (theme) => {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    if (!document.body) return;
    if (theme) document.body.dataset.jpThemeLight = String(theme === "light"); // the labs follow it
    else delete document.body.dataset.jpThemeLight;
  };
  window.labkitTheme = {
    apply: () => use(kept()), // once there is a body, and before labs are drawn
    set(theme) {
      try { theme ? localStorage.setItem(KEY, theme) : localStorage.removeItem(KEY); } catch { /* for this page only */ }
      use(theme);
    },
  };
  use(kept());
  addEventListener("storage", (event) => event.key === KEY && use(kept())); // chosen on another page
})();
