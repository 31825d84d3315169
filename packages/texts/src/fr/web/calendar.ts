import type * as english from '../../en/web/calendar.ts';
import type { TextsLike } from '../../texts-like.ts';

export const calendar: TextsLike<typeof english.calendar> = {
  'calendar.title': 'Calendrier',
  'calendar.range': 'Période',
  'calendar.tomorrow': 'Demain',
  'calendar.week': '7 jours',
  'calendar.currency': 'Devise',
  'calendar.every': 'Toutes les devises',
  'calendar.importance': 'Importance',
  'calendar.from1': 'Toutes',
  'calendar.from2': 'Moyenne et élevée',
  'calendar.from3': 'Élevée seulement',
  'calendar.grade1': 'faible',
  'calendar.grade2': 'moyenne',
  'calendar.grade3': 'élevée',
  'calendar.actual': 'Publié {value}',
  'calendar.forecast': 'Prévision {value}',
  'calendar.previous': 'Avant {value}',
  'calendar.none': 'Aucune entrée',
  'calendar.noneEver': 'Personne dans cette société n’a encore saisi d’événements.',
  'calendar.noneHere': 'Aucune entrée pour cette période et ces filtres.',
  'calendar.failed': 'Le calendrier ne s’est pas chargé',
  'calendar.note': 'Entrées et chiffres sont ceux fournis par la société.',
  'calendar.soon': 'Dans {minutes} min : {title} ({currency}), importance {grade}',
};
