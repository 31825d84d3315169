// Before the first paint: the stored theme, text size, language and direction, so that nothing flashes; and the
// language's texts are sent for before the app that will ask for them has come. The build puts it into the page, and the server lets it
// run by its hash, so that a strict content security policy holds.
(function () {
  var root = document.documentElement;
  var tags = { hk: 'zh-HK', jp: 'ja', kr: 'ko', vn: 'vi', spa: 'es' };
  try {
    var kept = JSON.parse(localStorage.getItem('candor.settings') || '{}').state || {};
    var theme = kept.theme || 'light';
    if (theme === 'system') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    var language = kept.language || 'en';
    root.dataset.theme = theme;
    root.dataset.text = kept.textSize || 'normal';
    root.lang = tags[language] || language;
    root.dir = language === 'ar' ? 'rtl' : 'ltr';
    // Known to a build only.
    var catalogues = typeof candorCatalogues === 'object' ? candorCatalogues : {};
    if (catalogues[language] && !/lang=/.test(location.hash)) {
      var link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = catalogues[language];
      document.head.append(link);
    }
  } catch {
    root.dataset.theme = 'light';
  }
})();
