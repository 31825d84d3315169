import type * as english from '../../en/web/notices.ts';
import type { TextsLike } from '../../texts-like.ts';

export const notices: TextsLike<typeof english.notices> = {
  'notices.title': '通知',
  'notices.filter': '種類',
  'notices.orders': '注文',
  'notices.account': '口座',
  'notices.readAll': 'すべて既読にする',
  'notices.yesterday': '昨日',
  'notices.emptyTitle': '通知はありません',
  'notices.emptyText': '約定、アラート、入出金がここに表示されます。',
  'notices.failed': '通知を読み込めませんでした',
  'notices.end': '通知は 90 日間保存されます。',
};
