import type * as english from '../../en/web/notices.ts';
import type { TextsLike } from '../../texts-like.ts';

export const notices: TextsLike<typeof english.notices> = {
  'notices.title': 'Notificaciones',
  'notices.filter': 'Tipo',
  'notices.orders': 'Órdenes',
  'notices.account': 'Cuenta',
  'notices.readAll': 'Marcar todo como leído',
  'notices.yesterday': 'Ayer',
  'notices.emptyTitle': 'Sin notificaciones',
  'notices.emptyText': 'Aquí aparecen ejecuciones, alertas y pagos.',
  'notices.failed': 'No se cargaron las notificaciones',
  'notices.end': 'Las notificaciones se guardan 90 días.',
};
