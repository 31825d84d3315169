import type { enStatement } from './en-statement.ts';
import type { TextsLike } from './plural.ts';

/** Texts of the statement. */
export const spaStatement: TextsLike<typeof enStatement> = {
  'statement.title': 'Extracto',
  'statement.period': 'Período',
  'statement.thisMonth': 'Este mes',
  'statement.lastMonth': 'Mes pasado',
  'statement.own': 'Otras fechas',
  'statement.from': 'Desde',
  'statement.to': 'Hasta',
  'statement.opening': 'Saldo inicial',
  'statement.changes': 'Movimientos',
  'statement.closing': 'Saldo final',
  'statement.costs': 'Órdenes cerradas en el período',
  'statement.orders': 'Órdenes',
  'statement.beforeCosts': 'Antes de costes',
  'statement.spread': 'Spread',
  'statement.fee': 'Comisión',
  'statement.swap': 'Swap',
  'statement.net': 'Resultado neto',
  'statement.zone': 'Días completos, hora de Nueva York',
  'statement.pdf': 'Descargar PDF',
  'statement.csv': 'Descargar CSV',
  'statement.errorTitle': 'No se ha cargado el extracto',
  'statement.emptyTitle': 'Nada en este período',
  'statement.emptyText': 'El saldo no ha cambiado y no se ha cerrado ninguna orden.',
};
