import type * as english from '../../en/web/notices.ts';
import type { TextsLike } from '../../texts-like.ts';

export const notices: TextsLike<typeof english.notices> = {
  'notices.title': '내 소식',
  'notices.filter': '종류',
  'notices.orders': '주문',
  'notices.account': '계좌',
  'notices.readAll': '모두 읽음으로 표시',
  'notices.yesterday': '어제',
  'notices.emptyTitle': '소식이 없습니다',
  'notices.emptyText': '체결, 알림, 입출금이 여기에 표시됩니다.',
  'notices.failed': '소식을 불러오지 못했습니다',
  'notices.end': '소식은 90일 동안 보관됩니다.',
};
