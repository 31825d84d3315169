import type * as english from '../../en/web/calendar.ts';
import type { TextsLike } from '../../texts-like.ts';

export const calendar: TextsLike<typeof english.calendar> = {
  'calendar.title': 'Calendário',
  'calendar.range': 'Período',
  'calendar.tomorrow': 'Amanhã',
  'calendar.week': '7 dias',
  'calendar.currency': 'Moeda',
  'calendar.every': 'Todas as moedas',
  'calendar.importance': 'Importância',
  'calendar.from1': 'Todas',
  'calendar.from2': 'Média e alta',
  'calendar.from3': 'Só alta',
  'calendar.grade1': 'baixa',
  'calendar.grade2': 'média',
  'calendar.grade3': 'alta',
  'calendar.actual': 'Real {value}',
  'calendar.forecast': 'Previsão {value}',
  'calendar.previous': 'Anterior {value}',
  'calendar.none': 'Sem entradas',
  'calendar.noneEver': 'Ninguém nesta empresa introduziu eventos ainda.',
  'calendar.noneHere': 'Nenhuma entrada para este período e estes filtros.',
  'calendar.failed': 'O calendário não carregou',
  'calendar.note': 'As entradas e os números são os fornecidos pela empresa.',
  'calendar.soon': 'Em {minutes} min: {title} ({currency}), importância {grade}',
};
