import type * as english from '../../en/web/calendar.ts';
import type { TextsLike } from '../../texts-like.ts';

export const calendar: TextsLike<typeof english.calendar> = {
  'calendar.title': 'Календарь',
  'calendar.range': 'Период',
  'calendar.tomorrow': 'Завтра',
  'calendar.week': '7 дней',
  'calendar.currency': 'Валюта',
  'calendar.every': 'Все валюты',
  'calendar.importance': 'Важность',
  'calendar.from1': 'Все',
  'calendar.from2': 'Средняя и высокая',
  'calendar.from3': 'Только высокая',
  'calendar.grade1': 'низкая',
  'calendar.grade2': 'средняя',
  'calendar.grade3': 'высокая',
  'calendar.actual': 'Факт {value}',
  'calendar.forecast': 'Прогноз {value}',
  'calendar.previous': 'Ранее {value}',
  'calendar.none': 'Нет записей',
  'calendar.noneEver': 'В этой компании ещё никто не внёс события.',
  'calendar.noneHere': 'Нет записей за этот период с этими фильтрами.',
  'calendar.failed': 'Календарь не загрузился',
  'calendar.note': 'Записи и цифры предоставлены компанией.',
  'calendar.soon': 'Через {minutes} мин: {title} ({currency}), важность {grade}',
};
