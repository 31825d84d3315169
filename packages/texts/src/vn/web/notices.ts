import type * as english from '../../en/web/notices.ts';
import type { TextsLike } from '../../texts-like.ts';

export const notices: TextsLike<typeof english.notices> = {
  'notices.title': 'Thông báo của bạn',
  'notices.filter': 'Loại',
  'notices.orders': 'Lệnh',
  'notices.account': 'Tài khoản',
  'notices.readAll': 'Đánh dấu đã đọc tất cả',
  'notices.yesterday': 'Hôm qua',
  'notices.emptyTitle': 'Chưa có thông báo',
  'notices.emptyText': 'Các lệnh khớp, cảnh báo và khoản tiền được liệt kê tại đây.',
  'notices.failed': 'Không tải được thông báo',
  'notices.end': 'Thông báo được lưu 90 ngày.',
};
