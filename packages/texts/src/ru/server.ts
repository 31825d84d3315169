import type * as english from '../en/server.ts';
import type { TextsLike } from '../texts-like.ts';

export * from './server/documents.ts';
export * from './server/errors.ts';
export * from './server/instruments.ts';
export * from './server/messages.ts';
export * from './server/public.ts';

export const notices: TextsLike<typeof english.notices> = {
  'margin-call': 'Маржин-колл: ваши средства больше не покрывают маржу. Пополните счёт или закройте позиции.',
  'margin-call-ended': 'Маржин-колл снят: ваши средства снова покрывают маржу.',
  'stop-out':
    'Стоп-аут: {code} (ордер {order}) закрыт, так как ваших средств осталось слишком мало. Результат {amount}.',
  'stop-out-paused': 'Нужен стоп-аут, но рынок закрыт. Позиции закроются после открытия.',
  'stop-out-resumed': 'Ожидающего стоп-аута больше нет.',
  'stop-out-noticed': 'С {time} уровень стоп-аута для ваших открытых позиций — {level}. До этого действует нынешний.',
  'stop-out-raised':
    'С {time} уровень стоп-аута для ваших открытых позиций — {level}, до этого {before}. Закрыв позиции или пополнив счёт, вы останетесь выше.',
  'stop-out-notice-ended': 'Уровень стоп-аута вашего счёта теперь {level}.',
  'swap-noticed':
    '{code} ({side}): с {time} своп ваших открытых позиций в пунктах за ночь: {after}, до этого {before}. За позицию, закрытую раньше, он не начисляется.',
  'swap-noticed-now':
    '{code} ({side}): своп в пунктах за ночь теперь {after}, прежде {before}. Он действует для вашей позиции, открытой после изменения.',
  'order-cancelled': 'Отложенный ордер {order} по {code} отменён: свободной маржи не хватило.',
  'order-expired': 'Срок отложенного ордера {order} по {code} истёк.',
  'negative-balance-covered': 'Ваш баланс опустился ниже нуля. Мы покрыли {amount}: вы ничего не должны.',
  'alert-fired': '{code}: цена достигла уровня вашего оповещения {price}.',
  'swap-alert-fired': 'Своп ваших открытых позиций этой ночью: {amount}.',
  'result-alert-fired': 'Ваша позиция {order} по {code} достигла оповещения: {amount} с учётом свопа.',
  'margin-alert-fired': 'Ваш уровень маржи {level}: он достиг вашего оповещения.',
  'alert-fired-percent': '{code}: изменение {level} с момента установки оповещения, цена {price}.',
  'deposit-credited': 'Ваше пополнение на {amount} зачислено.',
  'deposit-rejected': 'Ваше пополнение на {amount} не принято. Причина указана в истории пополнений.',
  'withdrawal-requested': 'Запрошен вывод {amount}.',
  'withdrawal-approved': 'Вывод средств на {amount} одобрен и будет выплачен.',
  'withdrawal-paid': 'Вывод средств на {amount} выплачен.',
  'withdrawal-rejected': 'Вывод средств на {amount} отклонён. Вся сумма возвращена на баланс.',
  'withdrawal-taken-back': 'Вывод средств на {amount} отозван, так как баланс опустился ниже нуля.',
  'correction-posted': 'На вашем счёте проведена корректировка на {amount}. Причина указана в истории счёта.',
  'order-filled-buy': '{lots} {code} куплено по {price}.',
  'order-filled-sell': '{lots} {code} продано по {price}.',
  'order-closed': '{code} закрыт по {price}. Чистый результат {amount}.',
  'stop-loss-hit': 'Стоп-лосс: {code} закрыт по {price}. Чистый результат {amount}.',
  'take-profit-hit': 'Тейк-профит: {code} закрыт по {price}. Чистый результат {amount}.',
  'password-changed': 'Ваш пароль изменён.',
  'second-factor-added': 'К вашему счёту добавлен второй фактор.',
  'second-factor-removed': 'С вашего счёта снят второй фактор.',
  'signed-in-new-device': 'В ваш счёт вошли с нового устройства.',
  'method-bound': 'К вашему счёту добавлен способ вывода.',
  'method-removed': 'Из вашего счёта удалён способ вывода.',
  'verification-approved': 'Ваша личность подтверждена.',
  'verification-rejected': 'Проверка личности не принята. Причина указана на странице проверки.',
};

export const sides: TextsLike<typeof english.sides> = { buy: 'покупка', sell: 'продажа' };

export const noticeEvents: TextsLike<typeof english.noticeEvents> = {
  fills: 'Ордер исполнен или закрыт',
  stops: 'Сработал стоп-лосс или тейк-профит',
  'stop-out': 'Стоп-аут',
  'margin-call': 'Маржин-колл',
  alert: 'Сработало оповещение',
  'swap-alert': 'Оповещение о свопе',
  'result-alert': 'Оповещение о результате позиции',
  'margin-alert': 'Оповещение об уровне маржи',
  money: 'Пополнение или вывод',
  security: 'Новый вход или изменённые данные входа',
  verification: 'Решение по проверке личности',
  terms: 'Условия, которые меняются для вас',
};

export const postings: TextsLike<typeof english.postings> = {
  'demo-grant': 'Учебные средства',
  'demo-return': 'Учебные средства, возвращённые при сбросе',
  'trade-fee': 'Комиссия',
  'trade-profit': 'Прибыль по ордеру',
  'trade-loss': 'Убыток по ордеру',
  swap: 'Своп',
  'negative-balance': 'Покрытие отрицательного баланса',
  deposit: 'Пополнение',
  'withdrawal-lock': 'Запрошен вывод средств',
  'withdrawal-release': 'Возврат средств, запрошенных к выводу',
  'withdrawal-paid': 'Вывод средств выполнен',
  'withdrawal-fee': 'Комиссия за вывод средств',
  correction: 'Корректировка',
  'closing-remainder': 'Остаток меньше цента при закрытии',
};

export const withdrawalStates: TextsLike<typeof english.withdrawalStates> = {
  requested: 'Запрошен',
  approved: 'Одобрен',
  paid: 'Выплачен',
  rejected: 'Отклонён',
  cancelled: 'Отменён',
  held: 'Удержан до {time}',
  marketClosed: 'Ожидает открытия рынка вашей позиции',
};

export const claims: TextsLike<typeof english.claims> = {
  contested:
    'Этот платёж заявлен более одного раза. Мы проверяем, кто его сделал, и покажем результат здесь. Если у вас есть другие подтверждения, отправьте их в поддержку.',
  lost: 'Проверка показала, что этот платёж сделан не вами, поэтому он не зачислен. Если платили вы, отправьте подтверждение в поддержку.',
};
