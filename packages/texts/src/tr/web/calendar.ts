import type * as english from '../../en/web/calendar.ts';
import type { TextsLike } from '../../texts-like.ts';

export const calendar: TextsLike<typeof english.calendar> = {
  'calendar.title': 'Takvim',
  'calendar.range': 'Zaman aralığı',
  'calendar.tomorrow': 'Yarın',
  'calendar.week': '7 gün',
  'calendar.currency': 'Para birimi',
  'calendar.every': 'Tüm para birimleri',
  'calendar.importance': 'Önem',
  'calendar.from1': 'Tümü',
  'calendar.from2': 'Orta ve yüksek',
  'calendar.from3': 'Yalnızca yüksek',
  'calendar.grade1': 'düşük',
  'calendar.grade2': 'orta',
  'calendar.grade3': 'yüksek',
  'calendar.actual': 'Gerçekleşen {value}',
  'calendar.forecast': 'Beklenti {value}',
  'calendar.previous': 'Önceki {value}',
  'calendar.none': 'Kayıt yok',
  'calendar.noneEver': 'Bu şirkette henüz kimse olay girmedi.',
  'calendar.noneHere': 'Bu aralık ve filtreler için kayıt yok.',
  'calendar.failed': 'Takvim yüklenemedi',
  'calendar.note': 'Kayıtlar ve rakamlar şirketin sağladıklarıdır.',
  'calendar.soon': '{minutes} dk sonra: {title} ({currency}), önem {grade}',
};
