// Sets the stored theme before the first paint, so that nothing flashes. A file of its own, so that the page needs no
// inline script and its strict content security policy holds.
(function () {
  var theme = null;
  try {
    theme = localStorage.getItem('candor.console.theme');
  } catch {
    // Without storage the system's theme is used.
  }
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
})();
