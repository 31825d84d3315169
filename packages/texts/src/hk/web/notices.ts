import type * as english from '../../en/web/notices.ts';
import type { TextsLike } from '../../texts-like.ts';

export const notices: TextsLike<typeof english.notices> = {
  'notices.title': '通知',
  'notices.filter': '類別',
  'notices.orders': '訂單',
  'notices.account': '帳戶',
  'notices.readAll': '全部標為已讀',
  'notices.yesterday': '昨天',
  'notices.emptyTitle': '沒有通知',
  'notices.emptyText': '成交、提醒與款項會列於此處。',
  'notices.failed': '無法載入通知',
  'notices.end': '通知保留 90 天。',
};
