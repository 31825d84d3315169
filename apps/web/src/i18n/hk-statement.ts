import type { enStatement } from './en-statement.ts';
import type { TextsLike } from './plural.ts';

/** Texts of the statement. */
export const hkStatement: TextsLike<typeof enStatement> = {
  'statement.title': '結單',
  'statement.period': '期間',
  'statement.thisMonth': '本月',
  'statement.lastMonth': '上月',
  'statement.own': '自訂日期',
  'statement.from': '由',
  'statement.to': '至',
  'statement.opening': '期初餘額',
  'statement.changes': '變動',
  'statement.closing': '期末餘額',
  'statement.costs': '期內已平倉訂單',
  'statement.orders': '訂單',
  'statement.beforeCosts': '成本前',
  'statement.spread': '點差',
  'statement.fee': '手續費',
  'statement.swap': '隔夜利息',
  'statement.net': '淨利',
  'statement.zone': '按紐約時間的整日計',
  'statement.pdf': '下載 PDF',
  'statement.csv': '下載 CSV',
  'statement.errorTitle': '未能載入結單',
  'statement.emptyTitle': '此期間沒有紀錄',
  'statement.emptyText': '餘額沒有變動，亦沒有訂單平倉。',
};
