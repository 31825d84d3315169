import type * as english from '../../en/web/notices.ts';
import type { TextsLike } from '../../texts-like.ts';

export const notices: TextsLike<typeof english.notices> = {
  'notices.title': 'Benachrichtigungen',
  'notices.filter': 'Art',
  'notices.orders': 'Orders',
  'notices.account': 'Konto',
  'notices.readAll': 'Alle als gelesen markieren',
  'notices.yesterday': 'Gestern',
  'notices.emptyTitle': 'Keine Benachrichtigungen',
  'notices.emptyText': 'Hier stehen Ausführungen, Alarme und Zahlungen.',
  'notices.failed': 'Benachrichtigungen wurden nicht geladen',
  'notices.end': 'Benachrichtigungen werden 90 Tage aufbewahrt.',
};
