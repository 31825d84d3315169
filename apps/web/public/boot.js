// Before the first paint: the stored theme, language and direction, so that nothing flashes. A file of its own, so that
// the page needs no inline script and a strict content security policy can hold.
(function () {
  var root = document.documentElement;
  var tags = { hk: 'zh-HK', jp: 'ja', kr: 'ko', vn: 'vi', spa: 'es' };
  try {
    var kept = JSON.parse(localStorage.getItem('candor.settings') || '{}').state || {};
    var theme = kept.theme || 'light';
    if (theme === 'system') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    root.dataset.theme = theme;
    root.lang = tags[kept.language] || kept.language || 'en';
    root.dir = kept.language === 'ar' ? 'rtl' : 'ltr';
  } catch {
    root.dataset.theme = 'light';
  }
})();
