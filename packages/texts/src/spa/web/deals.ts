import type * as english from '../../en/web/deals.ts';
import type { TextsLike } from '../../texts-like.ts';

export const deals: TextsLike<typeof english.deals> = {
  'trade.pairPrice': 'Precio de la segunda orden',
  'oco.title': 'Una cancela la otra',
  'oco.text': 'Cuando se ejecuta una de las dos órdenes, la otra se cancela.',
  'oco.side': 'Lado de la segunda orden',
  'oco.rest': 'Lotes, multiplicador, vencimiento y distancias de los stops son los de la primera orden.',
  'oco.placed': 'Las dos órdenes están colocadas y vinculadas',
  'oco.firstOnly': 'La primera orden está colocada, la segunda no: {reason}',
  'oco.link': 'Vincular con otra orden',
  'oco.unlink': 'Quitar el vínculo',
  'oco.choose': 'Otras órdenes pendientes',
  'oco.linked': 'Las órdenes están vinculadas',
  'oco.unlinked': 'El vínculo se ha quitado',
  'oco.none': 'Ninguna orden que vincular',
  'oco.noneText': 'Coloque antes otra orden pendiente. Las órdenes ya vinculadas no aparecen.',
  'oco.tag': 'Vinculada',
  'order.edit': 'Editar orden',
  'order.pickDay': 'Elegir un día',
  'order.notFound': 'Orden no encontrada',
  'order.notFoundText': 'Esta cuenta no tiene ninguna orden con este número.',
};
