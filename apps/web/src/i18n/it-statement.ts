import type { enStatement } from './en-statement.ts';
import type { TextsLike } from './plural.ts';

/** Texts of the statement. */
export const itStatement: TextsLike<typeof enStatement> = {
  'statement.title': 'Estratto conto',
  'statement.period': 'Periodo',
  'statement.thisMonth': 'Questo mese',
  'statement.lastMonth': 'Mese scorso',
  'statement.own': 'Altre date',
  'statement.from': 'Dal',
  'statement.to': 'Al',
  'statement.opening': 'Saldo iniziale',
  'statement.changes': 'Movimenti',
  'statement.closing': 'Saldo finale',
  'statement.costs': 'Ordini chiusi nel periodo',
  'statement.orders': 'Ordini',
  'statement.beforeCosts': 'Prima dei costi',
  'statement.spread': 'Spread',
  'statement.fee': 'Commissione',
  'statement.swap': 'Swap',
  'statement.net': 'Risultato netto',
  'statement.zone': 'Giorni interi, ora di New York',
  'statement.pdf': 'Scarica PDF',
  'statement.csv': 'Scarica CSV',
  'statement.errorTitle': 'L’estratto conto non è stato caricato',
  'statement.emptyTitle': 'Nulla in questo periodo',
  'statement.emptyText': 'Il saldo non è cambiato e nessun ordine è stato chiuso.',
};
