import type * as english from '../../en/web/notices.ts';
import type { TextsLike } from '../../texts-like.ts';

export const notices: TextsLike<typeof english.notices> = {
  'notices.title': 'Bildirimler',
  'notices.filter': 'Tür',
  'notices.orders': 'Emirler',
  'notices.account': 'Hesap',
  'notices.readAll': 'Tümünü okundu say',
  'notices.yesterday': 'Dün',
  'notices.emptyTitle': 'Bildirim yok',
  'notices.emptyText': 'Gerçekleşen emirler, alarmlar ve ödemeler burada listelenir.',
  'notices.failed': 'Bildirimler yüklenemedi',
  'notices.end': 'Bildirimler 90 gün saklanır.',
};
