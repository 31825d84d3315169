import type { CountriesText } from '../countries-text.ts';

const abroad =
  'Wegen internationaler Sanktionen oder Warnungen vor Geldwäsche, oder weil das dortige Recht Privatkunden den Handel mit solchen Kontrakten nicht erlaubt:';

export const text: CountriesText = {
  title: 'Länder, die wir nicht bedienen',
  intro:
    'Aus Gründen der Unternehmenspolitik erbringt {company} in den folgenden Ländern und Regionen keine Dienstleistungen.',
  byLaw: {
    international: abroad,
    eu: 'Wegen internationaler Sanktionen oder Warnungen vor Geldwäsche, oder weil das dortige Recht, auch innerhalb der Europäischen Union, das Angebot solcher Kontrakte an Privatkunden nicht erlaubt:',
    uk: abroad,
  },
  byCompany: 'Aus eigener Entscheidung des Unternehmens:',
  means:
    'Mit einer Mobilnummer dieser Länder ist keine Registrierung möglich, und wer dort lebt, darf kein Konto eröffnen. Diese Liste ergibt sich aus den Regeln, nach denen das Unternehmen arbeitet, und aus seinen Einstellungen; sie ist immer aktuell.',
};
