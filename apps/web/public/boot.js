// Sets theme, text size, language and direction as stored, else as the device has them, before the first paint, so that
// nothing flashes, and preloads the texts of the language. The build inlines this script in a function; the server allows
// it by its hash, so that a strict content security policy holds. `candorLanguages` is [file of the texts, tag,
// direction] by language, known to a build only.
var root = document.documentElement;
try {
  var kept = JSON.parse(localStorage.getItem('candor.settings') || '{}').state || {};
  var theme = kept.theme;
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  root.dataset.theme = theme;
  root.dataset.text = kept.textSize || 'normal';
  var known = typeof candorLanguages === 'object' ? candorLanguages : {};
  var language = kept.language;
  for (var tag of navigator.languages)
    for (var code in known) if (known[code][1].split('-')[0] === tag.split('-')[0]) language ||= code;
  var facts = known[language || 'en'];
  root.lang = facts[1];
  root.dir = facts[2];
  if (!/lang=/.test(location.hash)) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = facts[0];
    document.head.append(link);
  }
} catch {
  // Without storage; and without a build, which knows the languages.
}
