import type { enStatement } from './en-statement.ts';
import type { TextsLike } from './plural.ts';

/** Texts of the statement. */
export const ptStatement: TextsLike<typeof enStatement> = {
  'statement.title': 'Extrato',
  'statement.period': 'Período',
  'statement.thisMonth': 'Este mês',
  'statement.lastMonth': 'Mês passado',
  'statement.own': 'Outras datas',
  'statement.from': 'De',
  'statement.to': 'Até',
  'statement.opening': 'Saldo inicial',
  'statement.changes': 'Movimentos',
  'statement.closing': 'Saldo final',
  'statement.costs': 'Ordens fechadas no período',
  'statement.orders': 'Ordens',
  'statement.beforeCosts': 'Antes de custos',
  'statement.spread': 'Spread',
  'statement.fee': 'Comissão',
  'statement.swap': 'Swap',
  'statement.net': 'Resultado líquido',
  'statement.zone': 'Dias completos, hora de Nova Iorque',
  'statement.pdf': 'Transferir PDF',
  'statement.csv': 'Transferir CSV',
  'statement.errorTitle': 'O extrato não foi carregado',
  'statement.emptyTitle': 'Nada neste período',
  'statement.emptyText': 'O saldo não mudou e nenhuma ordem foi fechada.',
};
