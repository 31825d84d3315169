import type * as english from '../../en/web/calendar.ts';
import type { TextsLike } from '../../texts-like.ts';

export const calendar: TextsLike<typeof english.calendar> = {
  'calendar.title': 'Lịch kinh tế',
  'calendar.range': 'Khoảng thời gian',
  'calendar.tomorrow': 'Ngày mai',
  'calendar.week': '7 ngày',
  'calendar.currency': 'Tiền tệ',
  'calendar.every': 'Mọi loại tiền',
  'calendar.importance': 'Mức quan trọng',
  'calendar.from1': 'Tất cả',
  'calendar.from2': 'Trung bình và cao',
  'calendar.from3': 'Chỉ mức cao',
  'calendar.grade1': 'thấp',
  'calendar.grade2': 'trung bình',
  'calendar.grade3': 'cao',
  'calendar.actual': 'Thực tế {value}',
  'calendar.forecast': 'Dự báo {value}',
  'calendar.previous': 'Trước đó {value}',
  'calendar.none': 'Không có mục nào',
  'calendar.noneEver': 'Chưa ai ở công ty này nhập sự kiện.',
  'calendar.noneHere': 'Không có mục nào khớp khoảng thời gian và bộ lọc này.',
  'calendar.failed': 'Không tải được lịch',
  'calendar.note': 'Các mục và số liệu do công ty cung cấp.',
  'calendar.soon': 'Sau {minutes} phút: {title} ({currency}), mức quan trọng {grade}',
};
