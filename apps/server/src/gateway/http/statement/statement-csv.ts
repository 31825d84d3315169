import type { Statement, StatementFigures, StatementOrder } from '@candor/contracts/http/statement';
import type { Language } from '@candor/contracts/languages';
import { type ServerTexts, serverTexts } from '@candor/texts/server';
import { toCsvCell } from '../console/send-csv.ts';
import { clockText } from './statement-format.ts';

type StatementText = ServerTexts['statement'];

/** Byte order mark: marks the text as UTF-8 for spreadsheets. */
const byteOrderMark = '\uFEFF';
const figureNames = ['before_costs', 'spread', 'gross', 'fee', 'swap', 'net'] as const;

type Cell = string | number;

/**
 * Returns a statement as CSV (RFC 4180) in the caller's language: sections with their own headers, separated by empty
 * lines. Every cell is safe to open in a spreadsheet (R-OPS-20).
 */
export function toStatementCsv(statement: Statement, language: Language): string {
  const text = serverTexts[language].statement;
  const sections = [
    headSection(statement, text),
    postingSection(statement, text),
    totalSection(statement, text),
    orderSection(statement, text),
    [[text.reconciled], [text.spreadNote]],
  ];
  const lines = sections.map((rows) => rows.map((row) => row.map(toCsvCell).join(',')).join('\r\n'));
  return `${byteOrderMark}${lines.join('\r\n\r\n')}\r\n`;
}

function headSection(statement: Statement, text: StatementText): Cell[][] {
  const { zone } = statement;
  return [
    [text.title, statement.company],
    [text.account, statement.uid],
    [text.kind, statement.is_demo ? text.demo : text.real],
    [text.currency, statement.currency],
    [text.period, statement.from, statement.to],
    [text.zone, zone],
    [text.madeAt, clockText(statement.made_at, zone)],
    [text.opening, statement.opening_balance],
    [text.sum, statement.postings_total],
    [text.closing, statement.closing_balance],
  ];
}

function postingSection({ postings, zone, postings_total }: Statement, text: StatementText): Cell[][] {
  return [
    [text.postings],
    [text.time, text.reason, text.order, text.amount, text.balance],
    ...postings.map(({ time, memo, order_id, amount, balance }) => [
      clockText(time, zone),
      memo,
      order_id ?? '',
      amount,
      balance,
    ]),
    [text.sum, '', '', postings_total, ''],
  ];
}

function totalSection({ totals }: Statement, text: StatementText): Cell[][] {
  return [
    [text.totals],
    [text.reason, text.count, text.amount],
    ...totals.map(({ memo, count, amount }) => [memo, count, amount]),
  ];
}

function orderSection({ orders, orders_total, zone }: Statement, text: StatementText): Cell[][] {
  const names = [text.order, text.instrument, text.side, text.lots, text.opened, text.closed];
  const figures = [text.beforeCosts, text.spread, text.gross, text.fee, text.swap, text.net];
  return [
    [text.orders],
    [...names, text.openPrice, text.closePrice, ...figures],
    ...orders.map((order) => orderRow(order, zone, text)),
    [text.sum, '', '', '', '', '', '', '', ...figuresOf(orders_total)],
  ];
}

function orderRow(order: StatementOrder, zone: string, text: StatementText): Cell[] {
  return [
    order.id,
    order.instrument,
    text[order.side],
    order.lots,
    clockText(order.opened_at, zone),
    clockText(order.closed_at, zone),
    order.open_price,
    order.close_price,
    ...figuresOf(order),
  ];
}

function figuresOf(figures: StatementFigures): string[] {
  return figureNames.map((name) => figures[name]);
}
