import type * as english from '../../en/web/deals.ts';
import type { TextsLike } from '../../texts-like.ts';

export const deals: TextsLike<typeof english.deals> = {
  'trade.pairPrice': 'Prix du second ordre',
  'oco.title': 'L’un annule l’autre',
  'oco.text': 'Quand l’un des deux ordres est exécuté, l’autre est annulé.',
  'oco.side': 'Sens du second ordre',
  'oco.rest': 'Lots, multiplicateur, échéance et distances des stops sont ceux du premier ordre.',
  'oco.placed': 'Les deux ordres sont placés et liés',
  'oco.firstOnly': 'Le premier ordre est placé, le second ne l’est pas : {reason}',
  'oco.link': 'Lier à un autre ordre',
  'oco.unlink': 'Supprimer le lien',
  'oco.choose': 'Autres ordres en attente',
  'oco.linked': 'Les ordres sont liés',
  'oco.unlinked': 'Le lien est supprimé',
  'oco.none': 'Aucun ordre à lier',
  'oco.noneText': 'Placez d’abord un autre ordre en attente. Les ordres déjà liés n’apparaissent pas.',
  'oco.tag': 'Lié',
  'order.edit': 'Modifier l’ordre',
  'order.pickDay': 'Choisir un jour',
  'order.notFound': 'Ordre introuvable',
  'order.notFoundText': 'Ce compte n’a aucun ordre portant ce numéro.',
};
