import type * as english from '../../en/web/calendar.ts';
import type { TextsLike } from '../../texts-like.ts';

export const calendar: TextsLike<typeof english.calendar> = {
  'calendar.title': 'Calendario',
  'calendar.range': 'Periodo',
  'calendar.tomorrow': 'Mañana',
  'calendar.week': '7 días',
  'calendar.currency': 'Divisa',
  'calendar.every': 'Todas las divisas',
  'calendar.importance': 'Importancia',
  'calendar.from1': 'Todas',
  'calendar.from2': 'Media y alta',
  'calendar.from3': 'Solo alta',
  'calendar.grade1': 'baja',
  'calendar.grade2': 'media',
  'calendar.grade3': 'alta',
  'calendar.actual': 'Real {value}',
  'calendar.forecast': 'Previsión {value}',
  'calendar.previous': 'Anterior {value}',
  'calendar.none': 'Sin entradas',
  'calendar.noneEver': 'Nadie de esta empresa ha introducido eventos todavía.',
  'calendar.noneHere': 'Ninguna entrada para este periodo y estos filtros.',
  'calendar.failed': 'El calendario no se cargó',
  'calendar.note': 'Las entradas y cifras son las que aporta la empresa.',
  'calendar.soon': 'En {minutes} min: {title} ({currency}), importancia {grade}',
};
