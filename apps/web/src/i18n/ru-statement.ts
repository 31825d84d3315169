import type { enStatement } from './en-statement.ts';
import type { TextsLike } from './plural.ts';

/** Texts of the statement. */
export const ruStatement: TextsLike<typeof enStatement> = {
  'statement.title': 'Выписка',
  'statement.period': 'Период',
  'statement.thisMonth': 'Этот месяц',
  'statement.lastMonth': 'Прошлый месяц',
  'statement.own': 'Другие даты',
  'statement.from': 'С',
  'statement.to': 'По',
  'statement.opening': 'Начальный баланс',
  'statement.changes': 'Движения',
  'statement.closing': 'Конечный баланс',
  'statement.costs': 'Ордера, закрытые за период',
  'statement.orders': 'Ордера',
  'statement.beforeCosts': 'До издержек',
  'statement.spread': 'Спред',
  'statement.fee': 'Комиссия',
  'statement.swap': 'Своп',
  'statement.net': 'Чистый результат',
  'statement.zone': 'Полные дни по времени Нью-Йорка',
  'statement.pdf': 'Скачать PDF',
  'statement.csv': 'Скачать CSV',
  'statement.errorTitle': 'Выписка не загрузилась',
  'statement.emptyTitle': 'За этот период ничего нет',
  'statement.emptyText': 'Баланс не изменился, ордера не закрывались.',
};
