import type * as english from '../../en/web/deals.ts';
import type { TextsLike } from '../../texts-like.ts';

export const deals: TextsLike<typeof english.deals> = {
  'trade.pairPrice': 'Preis der zweiten Order',
  'oco.title': 'Eine hebt die andere auf',
  'oco.text': 'Wird eine der beiden Orders ausgeführt, wird die andere storniert.',
  'oco.side': 'Seite der zweiten Order',
  'oco.rest': 'Lots, Multiplikator, Ablauf und Abstände der Stops sind die der ersten Order.',
  'oco.placed': 'Beide Orders sind platziert und verknüpft',
  'oco.firstOnly': 'Die erste Order ist platziert, die zweite nicht: {reason}',
  'oco.link': 'Mit anderer Order verknüpfen',
  'oco.unlink': 'Verknüpfung lösen',
  'oco.choose': 'Andere Pending Orders',
  'oco.linked': 'Die Orders sind verknüpft',
  'oco.unlinked': 'Die Verknüpfung ist gelöst',
  'oco.none': 'Keine Order zum Verknüpfen',
  'oco.noneText': 'Platzieren Sie zuerst eine weitere Pending Order. Bereits verknüpfte Orders fehlen hier.',
  'oco.tag': 'Verknüpft',
  'order.edit': 'Order ändern',
  'order.pickDay': 'Tag wählen',
  'order.notFound': 'Order nicht gefunden',
  'order.notFoundText': 'Dieses Konto hat keine Order mit dieser Nummer.',
};
