import type * as english from '../../en/web/calendar.ts';
import type { TextsLike } from '../../texts-like.ts';

export const calendar: TextsLike<typeof english.calendar> = {
  'calendar.title': 'ปฏิทิน',
  'calendar.range': 'ช่วงเวลา',
  'calendar.tomorrow': 'พรุ่งนี้',
  'calendar.week': '7 วัน',
  'calendar.currency': 'สกุลเงิน',
  'calendar.every': 'ทุกสกุลเงิน',
  'calendar.importance': 'ความสำคัญ',
  'calendar.from1': 'ทั้งหมด',
  'calendar.from2': 'ปานกลางและสูง',
  'calendar.from3': 'สูงเท่านั้น',
  'calendar.grade1': 'ต่ำ',
  'calendar.grade2': 'ปานกลาง',
  'calendar.grade3': 'สูง',
  'calendar.actual': 'ค่าจริง {value}',
  'calendar.forecast': 'คาดการณ์ {value}',
  'calendar.previous': 'ครั้งก่อน {value}',
  'calendar.none': 'ไม่มีรายการ',
  'calendar.noneEver': 'ยังไม่มีใครในบริษัทนี้ป้อนเหตุการณ์',
  'calendar.noneHere': 'ไม่มีรายการตรงกับช่วงเวลาและตัวกรองนี้',
  'calendar.failed': 'โหลดปฏิทินไม่สำเร็จ',
  'calendar.note': 'รายการและตัวเลขเป็นของบริษัท',
  'calendar.soon': 'อีก {minutes} นาที: {title} ({currency}) ความสำคัญ{grade}',
};
