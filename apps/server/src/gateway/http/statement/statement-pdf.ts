import type { Statement } from '@candor/contracts/http/statement';
import type { Language } from '@candor/contracts/languages';
import { type ServerTexts, serverTexts } from '@candor/texts/server';
import PdfFile from 'pdfkit';
import { bytesOf, registerFonts } from './pdf-document.ts';
import { type Column, drawTable, pageMargin } from './pdf-table.ts';
import { clockText, pdfLanguageOf } from './statement-format.ts';

type StatementText = ServerTexts['statement'];

const inEnglish =
  'This PDF is in English, for its font lacks the letters of your language. The CSV is in your language.';

/**
 * Draws a statement as PDF, A4 landscape. `statement` holds its memos in `pdfLanguageOf(language)`. It yields between
 * rows, so that a long statement delays no other work.
 */
export async function renderStatementPdf(statement: Statement, language: Language): Promise<Buffer> {
  const text = serverTexts[pdfLanguageOf(language)].statement;
  const document = new PdfFile({
    size: 'A4',
    layout: 'landscape',
    margin: pageMargin,
    bufferPages: true,
    info: { Title: `${text.title} ${statement.from} – ${statement.to}`, CreationDate: new Date(statement.made_at) },
  });
  const whole = bytesOf(document);
  registerFonts(document);
  drawHead(document, statement, text, pdfLanguageOf(language) === language ? null : inEnglish);
  await drawTable(document, text.orders, orderColumns(text), orderRows(statement, text));
  await drawTable(document, text.totals, totalColumns(text), totalRows(statement, text));
  await drawTable(document, text.postings, postingColumns(text), postingRows(statement, text));
  drawFeet(document, statement, text);
  document.end();
  return whole;
}

function drawHead(document: PDFKit.PDFDocument, statement: Statement, text: StatementText, note: string | null): void {
  const { company, uid, is_demo, currency, from, to, zone, made_at } = statement;
  document.font('bold').fontSize(18).fillColor('#111111').text(company);
  document.font('regular').fontSize(12).text(`${text.title} · ${from} – ${to}`);
  document.moveDown(0.3).fontSize(9).fillColor('#444444');
  document.text(`${text.account} ${uid} · ${is_demo ? text.demo : text.real} · ${text.currency} ${currency}`);
  document.text(`${text.zone} ${zone} · ${text.madeAt} ${clockText(made_at, zone)}`);
  if (note !== null) document.text(note);
  document.moveDown(0.6).font('bold').fontSize(10).fillColor('#111111');
  const { opening_balance, postings_total, closing_balance } = statement;
  document.text(
    `${text.opening} ${opening_balance}   +   ${text.sum} ${postings_total}   =   ${text.closing} ${closing_balance}`,
  );
  document.moveDown(0.3).font('regular').fontSize(7.5).fillColor('#666666');
  document.text(text.reconciled).text(text.spreadNote);
}

function orderColumns(text: StatementText): Column[] {
  const figures = [text.beforeCosts, text.spread, text.gross, text.fee, text.swap, text.net];
  return [
    { title: text.order, width: 44, isFigure: true },
    { title: text.instrument, width: 48 },
    { title: text.side, width: 36 },
    { title: text.lots, width: 32, isFigure: true },
    { title: text.opened, width: 86, isFigure: true },
    { title: text.closed, width: 86, isFigure: true },
    { title: text.openPrice, width: 44, isFigure: true },
    { title: text.closePrice, width: 44, isFigure: true },
    ...figures.map((title) => ({ title, width: 58, isFigure: true as const })),
  ];
}

function orderRows({ orders, orders_total: total, zone }: Statement, text: StatementText): string[][] {
  if (orders.length === 0) return [];
  const rows = orders.map((order) => [
    String(order.id),
    order.instrument,
    text[order.side],
    order.lots,
    clockText(order.opened_at, zone),
    clockText(order.closed_at, zone),
    order.open_price,
    order.close_price,
    ...figuresOf(order),
  ]);
  return [...rows, [text.sum, '', '', '', '', '', '', '', ...figuresOf(total)]];
}

function figuresOf({ before_costs, spread, gross, fee, swap, net }: Statement['orders_total']): string[] {
  return [before_costs, spread, gross, fee, swap, net];
}

function totalColumns(text: StatementText): Column[] {
  return [
    { title: text.reason, width: 300 },
    { title: text.count, width: 80, isFigure: true },
    { title: text.amount, width: 120, isFigure: true },
  ];
}

function totalRows({ totals, postings, postings_total }: Statement, text: StatementText): string[][] {
  if (totals.length === 0) return [];
  const rows = totals.map(({ memo, count, amount }) => [memo, String(count), amount]);
  return [...rows, [text.sum, String(postings.length), postings_total]];
}

function postingColumns(text: StatementText): Column[] {
  return [
    { title: text.time, width: 90, isFigure: true },
    { title: text.reason, width: 300 },
    { title: text.order, width: 80, isFigure: true },
    { title: text.amount, width: 110, isFigure: true },
    { title: text.balance, width: 120, isFigure: true },
  ];
}

function postingRows({ postings, zone, opening_balance, closing_balance, from, to }: Statement, text: StatementText) {
  return [
    [from, text.opening, '', '', opening_balance],
    ...postings.map(({ time, memo, order_id, amount, balance }) => [
      clockText(time, zone),
      memo,
      order_id === null ? '' : String(order_id),
      amount,
      balance,
    ]),
    [to, text.closing, '', '', closing_balance],
  ];
}

/** Below the margin, where text would otherwise start a new page. */
function drawFeet(document: PDFKit.PDFDocument, statement: Statement, text: StatementText): void {
  const { count } = document.bufferedPageRange();
  const kind = statement.is_demo ? ` · ${text.demo}` : '';
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    const { width, height, margins } = document.page;
    margins.bottom = 0;
    const line = { width: width - 2 * pageMargin, lineBreak: false } as const;
    document.font('regular').fontSize(7.5).fillColor('#666666');
    document.text(`${statement.company} · ${statement.uid}${kind}`, pageMargin, height - 26, line);
    document.text(`${text.page} ${page + 1} / ${count}`, pageMargin, height - 26, { ...line, align: 'right' });
  }
}
