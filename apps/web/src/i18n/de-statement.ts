import type { enStatement } from './en-statement.ts';
import type { TextsLike } from './plural.ts';

/** Texts of the statement. */
export const deStatement: TextsLike<typeof enStatement> = {
  'statement.title': 'Kontoauszug',
  'statement.period': 'Zeitraum',
  'statement.thisMonth': 'Dieser Monat',
  'statement.lastMonth': 'Letzter Monat',
  'statement.own': 'Eigene Daten',
  'statement.from': 'Von',
  'statement.to': 'Bis',
  'statement.opening': 'Anfangssaldo',
  'statement.changes': 'Änderungen',
  'statement.closing': 'Endsaldo',
  'statement.costs': 'Im Zeitraum geschlossene Orders',
  'statement.orders': 'Orders',
  'statement.beforeCosts': 'Vor Kosten',
  'statement.spread': 'Spread',
  'statement.fee': 'Gebühr',
  'statement.swap': 'Swap',
  'statement.net': 'Nettoergebnis',
  'statement.zone': 'Ganze Tage nach New Yorker Zeit',
  'statement.pdf': 'PDF herunterladen',
  'statement.csv': 'CSV herunterladen',
  'statement.errorTitle': 'Der Kontoauszug wurde nicht geladen',
  'statement.emptyTitle': 'Nichts in diesem Zeitraum',
  'statement.emptyText': 'Der Saldo hat sich nicht geändert, und keine Order wurde geschlossen.',
};
