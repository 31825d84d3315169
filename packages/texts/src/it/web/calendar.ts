import type * as english from '../../en/web/calendar.ts';
import type { TextsLike } from '../../texts-like.ts';

export const calendar: TextsLike<typeof english.calendar> = {
  'calendar.title': 'Calendario',
  'calendar.range': 'Periodo',
  'calendar.tomorrow': 'Domani',
  'calendar.week': '7 giorni',
  'calendar.currency': 'Valuta',
  'calendar.every': 'Tutte le valute',
  'calendar.importance': 'Importanza',
  'calendar.from1': 'Tutte',
  'calendar.from2': 'Media e alta',
  'calendar.from3': 'Solo alta',
  'calendar.grade1': 'bassa',
  'calendar.grade2': 'media',
  'calendar.grade3': 'alta',
  'calendar.actual': 'Effettivo {value}',
  'calendar.forecast': 'Previsione {value}',
  'calendar.previous': 'Precedente {value}',
  'calendar.none': 'Nessuna voce',
  'calendar.noneEver': 'Nessuno in questa società ha ancora inserito eventi.',
  'calendar.noneHere': 'Nessuna voce per questo periodo e questi filtri.',
  'calendar.failed': 'Il calendario non è stato caricato',
  'calendar.note': 'Voci e cifre sono quelle fornite dalla società.',
  'calendar.soon': 'Tra {minutes} min: {title} ({currency}), importanza {grade}',
};
