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
  'cost.swapNight': 'Swap par nuit',
  'order.swapComing':
    'À partir du {time}, le swap de cette position est de {after} points par nuit ; d’ici là, {before}. Il n’est pas débité si vous clôturez avant.',
  'cost.total': 'Coût d’ouverture et de clôture',
  'market.columns': 'Colonnes',
  'market.dayRange': 'Amplitude du jour',
  'market.day': 'Jour',
  'market.week': 'Semaine',
  'market.month': 'Mois',
  'market.curve': 'Courbe',
  'explain.about': 'À propos de ce chiffre : {name}',
  'explain.all': 'Signification de ces chiffres',
  'explain.formula': 'Maintenant : {formula}',
  'explain.balance':
    'Argent du compte. Les positions ouvertes le modifient par les frais et les swaps, et à leur clôture.',
  'explain.netValue': 'Solde plus le gain ou la perte des positions ouvertes.',
  'explain.profit':
    'Variation du prix × unités de chaque position ouverte, au prix auquel elle serait clôturée maintenant.',
  'explain.margin':
    'Retenue pour les positions ouvertes : lots × unités × prix d’ouverture ÷ multiplicateur, fixée à l’ouverture.',
  'explain.available': 'Fonds propres moins marge : ce que les nouveaux ordres et les retraits peuvent utiliser.',
  'explain.ratio': 'Fonds propres ÷ marge. Plus il est bas, plus l’appel de marge et le stop out sont proches.',
  'explain.riskRate': 'Marge ÷ fonds propres : la part de votre argent qui est retenue.',
  'explain.fee': 'Facturés une fois, à l’ouverture.',
  'explain.spread': 'Du prix de vente au prix d’achat : un ordre s’ouvre à l’un et se clôture à l’autre.',
  'explain.swap':
    'Débité pour les positions ouvertes à 17:00 à New York, trois nuits à la fois un jour de la semaine. Un plus vous est versé.',
  'explain.stopOutPrice': 'Le prix auquel le stop out commencerait si aucun autre prix ne bougeait.',
  'explain.atStop':
    'Perte si l’ordre se clôture exactement au stop loss, frais compris. Un écart de cours peut l’aggraver.',
};
