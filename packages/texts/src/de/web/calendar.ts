import type * as english from '../../en/web/calendar.ts';
import type { TextsLike } from '../../texts-like.ts';

export const calendar: TextsLike<typeof english.calendar> = {
  'calendar.title': 'Kalender',
  'calendar.range': 'Zeitraum',
  'calendar.tomorrow': 'Morgen',
  'calendar.week': '7 Tage',
  'calendar.currency': 'Währung',
  'calendar.every': 'Alle Währungen',
  'calendar.importance': 'Bedeutung',
  'calendar.from1': 'Alle',
  'calendar.from2': 'Mittel und hoch',
  'calendar.from3': 'Nur hoch',
  'calendar.grade1': 'gering',
  'calendar.grade2': 'mittel',
  'calendar.grade3': 'hoch',
  'calendar.actual': 'Aktuell {value}',
  'calendar.forecast': 'Prognose {value}',
  'calendar.previous': 'Zuvor {value}',
  'calendar.none': 'Keine Einträge',
  'calendar.noneEver': 'Bei dieser Firma hat noch niemand Termine eingetragen.',
  'calendar.noneHere': 'Kein Eintrag passt zu Zeitraum und Filtern.',
  'calendar.failed': 'Der Kalender wurde nicht geladen',
  'calendar.note': 'Einträge und Zahlen stammen von der Firma.',
  'calendar.soon': 'In {minutes} Min.: {title} ({currency}), Bedeutung {grade}',
};
