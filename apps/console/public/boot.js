// Before the first paint: the stored theme, so that nothing flashes. A file of its own, so that the page needs no inline
// script and its strict content security policy can hold.
(function () {
  var theme = null;
  try {
    theme = JSON.parse(localStorage.getItem('RaStore.theme'));
  } catch {
    // Nothing that can be read is nothing chosen.
  }
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
})();
