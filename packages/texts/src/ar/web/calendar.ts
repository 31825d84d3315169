import type * as english from '../../en/web/calendar.ts';
import type { TextsLike } from '../../texts-like.ts';

export const calendar: TextsLike<typeof english.calendar> = {
  'calendar.title': 'التقويم',
  'calendar.range': 'الفترة',
  'calendar.tomorrow': 'غدًا',
  'calendar.week': '7 أيام',
  'calendar.currency': 'العملة',
  'calendar.every': 'كل العملات',
  'calendar.importance': 'الأهمية',
  'calendar.from1': 'الكل',
  'calendar.from2': 'متوسطة وعالية',
  'calendar.from3': 'عالية فقط',
  'calendar.grade1': 'منخفضة',
  'calendar.grade2': 'متوسطة',
  'calendar.grade3': 'عالية',
  'calendar.actual': 'الفعلي {value}',
  'calendar.forecast': 'المتوقع {value}',
  'calendar.previous': 'السابق {value}',
  'calendar.none': 'لا توجد إدخالات',
  'calendar.noneEver': 'لم يُدخل أحد في هذه الشركة أي أحداث بعد.',
  'calendar.noneHere': 'لا يوجد إدخال لهذه الفترة وهذه المرشحات.',
  'calendar.failed': 'لم يُحمَّل التقويم',
  'calendar.note': 'الإدخالات والأرقام كما قدمتها الشركة.',
  'calendar.soon': 'بعد {minutes} دقيقة: {title} ({currency})، الأهمية {grade}',
};
