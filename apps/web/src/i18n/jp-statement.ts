import type { enStatement } from './en-statement.ts';
import type { TextsLike } from './plural.ts';

export const jpStatement: TextsLike<typeof enStatement> = {
  'statement.title': '口座明細書',
  'statement.period': '期間',
  'statement.thisMonth': '今月',
  'statement.lastMonth': '先月',
  'statement.own': '日付指定',
  'statement.from': '開始日',
  'statement.to': '終了日',
  'statement.opening': '期首残高',
  'statement.changes': '変動',
  'statement.closing': '期末残高',
  'statement.costs': '期間内に決済した注文',
  'statement.orders': '注文',
  'statement.beforeCosts': 'コスト控除前',
  'statement.spread': 'スプレッド',
  'statement.fee': '手数料',
  'statement.swap': 'スワップ',
  'statement.net': '純損益',
  'statement.zone': 'ニューヨーク時間の 1 日単位',
  'statement.pdf': 'PDF をダウンロード',
  'statement.csv': 'CSV をダウンロード',
  'statement.errorTitle': '口座明細書を読み込めませんでした',
  'statement.emptyTitle': 'この期間の記録はありません',
  'statement.emptyText': '残高の変動も、決済した注文もありません。',
};
