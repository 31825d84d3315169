// Before the first paint: the stored theme and direction, so that nothing flashes. A file of its own, so that the page
// needs no inline script and a strict content security policy can hold.
(function () {
  var root = document.documentElement;
  try {
    var kept = JSON.parse(localStorage.getItem('candor.settings') || '{}').state || {};
    var theme = kept.theme || 'light';
    if (theme === 'system') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    root.dataset.theme = theme;
    if (kept.language === 'hk') root.lang = 'zh-HK';
  } catch {
    root.dataset.theme = 'light';
  }
})();
