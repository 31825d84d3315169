import type * as english from '../../en/web/notices.ts';
import type { TextsLike } from '../../texts-like.ts';

export const notices: TextsLike<typeof english.notices> = {
  'notices.title': 'Notifiche',
  'notices.filter': 'Tipo',
  'notices.orders': 'Ordini',
  'notices.account': 'Conto',
  'notices.readAll': 'Segna tutte come lette',
  'notices.yesterday': 'Ieri',
  'notices.emptyTitle': 'Nessuna notifica',
  'notices.emptyText': 'Qui compaiono esecuzioni, avvisi e pagamenti.',
  'notices.failed': 'Le notifiche non sono state caricate',
  'notices.end': 'Le notifiche restano per 90 giorni.',
};
