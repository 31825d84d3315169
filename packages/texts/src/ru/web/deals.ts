import type * as english from '../../en/web/deals.ts';
import type { TextsLike } from '../../texts-like.ts';

export const deals: TextsLike<typeof english.deals> = {
  'trade.pairPrice': 'Цена второго ордера',
  'oco.title': 'Один отменяет другой',
  'oco.text': 'Когда исполняется один из двух ордеров, другой отменяется.',
  'oco.side': 'Сторона второго ордера',
  'oco.rest': 'Лоты, множитель, срок и расстояния стопов — как у первого ордера.',
  'oco.placed': 'Оба ордера размещены и связаны',
  'oco.firstOnly': 'Первый ордер размещён, второй — нет: {reason}',
  'oco.link': 'Связать с другим ордером',
  'oco.unlink': 'Убрать связь',
  'oco.choose': 'Другие отложенные ордера',
  'oco.linked': 'Ордера связаны',
  'oco.unlinked': 'Связь убрана',
  'oco.none': 'Не с чем связать',
  'oco.noneText': 'Сначала разместите ещё один отложенный ордер. Уже связанные ордера не показаны.',
  'oco.tag': 'Связан',
  'order.edit': 'Изменить ордер',
  'order.pickDay': 'Выбрать день',
  'order.notFound': 'Ордер не найден',
  'order.notFoundText': 'На этом счёте нет ордера с таким номером.',
};
