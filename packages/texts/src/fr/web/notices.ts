import type * as english from '../../en/web/notices.ts';
import type { TextsLike } from '../../texts-like.ts';

export const notices: TextsLike<typeof english.notices> = {
  'notices.title': 'Notifications',
  'notices.filter': 'Catégorie',
  'notices.orders': 'Ordres',
  'notices.account': 'Compte',
  'notices.readAll': 'Tout marquer comme lu',
  'notices.yesterday': 'Hier',
  'notices.emptyTitle': 'Aucune notification',
  'notices.emptyText': 'Les exécutions, alertes et paiements figurent ici.',
  'notices.failed': 'Les notifications n’ont pas pu être chargées',
  'notices.end': 'Les notifications sont conservées 90 jours.',
};
