import type * as english from '../../en/web/notices.ts';
import type { TextsLike } from '../../texts-like.ts';

export const notices: TextsLike<typeof english.notices> = {
  'notices.title': 'Notificações',
  'notices.filter': 'Tipo',
  'notices.orders': 'Ordens',
  'notices.account': 'Conta',
  'notices.readAll': 'Marcar todas como lidas',
  'notices.yesterday': 'Ontem',
  'notices.emptyTitle': 'Sem notificações',
  'notices.emptyText': 'Aqui aparecem execuções, alertas e pagamentos.',
  'notices.failed': 'As notificações não carregaram',
  'notices.end': 'As notificações ficam guardadas 90 dias.',
};
