import type * as english from '../../en/web/deals.ts';
import type { TextsLike } from '../../texts-like.ts';

export const deals: TextsLike<typeof english.deals> = {
  'trade.pairPrice': 'Giá của lệnh thứ hai',
  'oco.title': 'Lệnh này hủy lệnh kia',
  'oco.text': 'Khi một trong hai lệnh khớp, lệnh còn lại bị hủy.',
  'oco.side': 'Chiều của lệnh thứ hai',
  'oco.rest': 'Số lot, hệ số nhân, thời hạn và khoảng cách dừng theo lệnh thứ nhất.',
  'oco.placed': 'Đã đặt và liên kết cả hai lệnh',
  'oco.firstOnly': 'Lệnh thứ nhất đã đặt, lệnh thứ hai thì không: {reason}',
  'oco.link': 'Liên kết với lệnh khác',
  'oco.unlink': 'Bỏ liên kết',
  'oco.choose': 'Các lệnh chờ khác',
  'oco.linked': 'Hai lệnh đã được liên kết',
  'oco.unlinked': 'Đã bỏ liên kết',
  'oco.none': 'Không có lệnh để liên kết',
  'oco.noneText': 'Hãy đặt thêm một lệnh chờ trước. Các lệnh đã liên kết không hiện ở đây.',
  'oco.tag': 'Đã liên kết',
  'order.edit': 'Sửa lệnh',
  'order.pickDay': 'Chọn ngày',
  'order.notFound': 'Không tìm thấy lệnh',
  'order.notFoundText': 'Tài khoản này không có lệnh mang số này.',
};
