import type * as english from '../../en/web/notices.ts';
import type { TextsLike } from '../../texts-like.ts';

export const notices: TextsLike<typeof english.notices> = {
  'notices.title': 'Уведомления',
  'notices.filter': 'Вид',
  'notices.orders': 'Ордера',
  'notices.account': 'Счёт',
  'notices.readAll': 'Отметить все прочитанными',
  'notices.yesterday': 'Вчера',
  'notices.emptyTitle': 'Нет уведомлений',
  'notices.emptyText': 'Здесь появятся исполнения, оповещения и платежи.',
  'notices.failed': 'Уведомления не загрузились',
  'notices.end': 'Уведомления хранятся 90 дней.',
};
