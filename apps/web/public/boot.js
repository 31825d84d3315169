// Sets the stored theme, text size, language and direction before the first paint, so that nothing flashes, and preloads
// the texts of the language. The build inlines this script; the server allows it by its hash, so that a strict content
// security policy holds. `candorLanguages` is [file of the texts, tag, direction] by language, known to a build only.
(function () {
  var root = document.documentElement;
  try {
    var kept = JSON.parse(localStorage.getItem('candor.settings') || '{}').state || {};
    var theme = kept.theme || 'light';
    if (theme === 'system') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    var language = kept.language || 'en';
    root.dataset.theme = theme;
    root.dataset.text = kept.textSize || 'normal';
    var facts = typeof candorLanguages === 'object' && candorLanguages[language];
    if (!facts) return;
    root.lang = facts[1];
    root.dir = facts[2];
    if (!/lang=/.test(location.hash)) {
      var link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = facts[0];
      document.head.append(link);
    }
  } catch {
    root.dataset.theme = 'light';
  }
})();
