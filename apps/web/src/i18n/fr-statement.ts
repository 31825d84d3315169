import type { enStatement } from './en-statement.ts';
import type { TextsLike } from './plural.ts';

/** Texts of the statement. */
export const frStatement: TextsLike<typeof enStatement> = {
  'statement.title': 'Relevé',
  'statement.period': 'Période',
  'statement.thisMonth': 'Ce mois-ci',
  'statement.lastMonth': 'Mois dernier',
  'statement.own': 'Autres dates',
  'statement.from': 'Du',
  'statement.to': 'Au',
  'statement.opening': 'Solde initial',
  'statement.changes': 'Mouvements',
  'statement.closing': 'Solde final',
  'statement.costs': 'Ordres clôturés dans la période',
  'statement.orders': 'Ordres',
  'statement.beforeCosts': 'Avant frais',
  'statement.spread': 'Spread',
  'statement.fee': 'Commission',
  'statement.swap': 'Swap',
  'statement.net': 'Résultat net',
  'statement.zone': 'Jours entiers, heure de New York',
  'statement.pdf': 'Télécharger le PDF',
  'statement.csv': 'Télécharger le CSV',
  'statement.errorTitle': 'Le relevé ne s’est pas chargé',
  'statement.emptyTitle': 'Rien dans cette période',
  'statement.emptyText': 'Le solde n’a pas changé et aucun ordre n’a été clôturé.',
};
