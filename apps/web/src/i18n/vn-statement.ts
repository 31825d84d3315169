import type { enStatement } from './en-statement.ts';
import type { TextsLike } from './plural.ts';

/** Texts of the statement. */
export const vnStatement: TextsLike<typeof enStatement> = {
  'statement.title': 'Sao kê',
  'statement.period': 'Kỳ',
  'statement.thisMonth': 'Tháng này',
  'statement.lastMonth': 'Tháng trước',
  'statement.own': 'Ngày khác',
  'statement.from': 'Từ',
  'statement.to': 'Đến',
  'statement.opening': 'Số dư đầu kỳ',
  'statement.changes': 'Thay đổi',
  'statement.closing': 'Số dư cuối kỳ',
  'statement.costs': 'Lệnh đóng trong kỳ',
  'statement.orders': 'Số lệnh',
  'statement.beforeCosts': 'Trước chi phí',
  'statement.spread': 'Chênh lệch giá',
  'statement.fee': 'Phí giao dịch',
  'statement.swap': 'Phí qua đêm',
  'statement.net': 'Kết quả ròng',
  'statement.zone': 'Trọn ngày theo giờ New York',
  'statement.pdf': 'Tải PDF',
  'statement.csv': 'Tải CSV',
  'statement.errorTitle': 'Chưa tải được sao kê',
  'statement.emptyTitle': 'Không có gì trong kỳ này',
  'statement.emptyText': 'Số dư không đổi và không có lệnh nào được đóng.',
};
