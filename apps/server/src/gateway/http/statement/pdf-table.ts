import { setImmediate } from 'node:timers/promises';

export interface Column {
  readonly title: string;
  /** Width in points. */
  readonly width: number;
  /** Right-aligned, in a standard font with digits of equal width, which is set many times faster. */
  readonly isFigure?: true;
}

export const pageMargin = 36;
const rowHeight = 12;
const gap = 6;
const cellSize = 7.5;
const footHeight = 14;

/**
 * Draws a titled table; its header repeats on each page. The last row is a sum in bold. Without rows it draws nothing.
 */
export async function drawTable(
  document: PDFKit.PDFDocument,
  title: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): Promise<void> {
  if (rows.length === 0) return;
  const bottom = () => document.page.height - pageMargin - footHeight;
  let y = document.y + 2 * rowHeight;
  if (y + 5 * rowHeight > bottom()) y = newPage(document);
  document.font('bold').fontSize(11).fillColor('#111111').text(title, pageMargin, y, { lineBreak: false });
  y = drawHeader(document, columns, y + 1.5 * rowHeight);
  for (const [at, row] of rows.entries()) {
    // Yields between rows: a row takes milliseconds, and other work waits.
    await setImmediate();
    if (y + rowHeight > bottom()) y = drawHeader(document, columns, newPage(document));
    const isLast = at === rows.length - 1;
    document
      .font(isLast ? 'bold' : 'regular')
      .fontSize(7.5)
      .fillColor('#111111');
    drawCells(document, columns, row, y, isLast);
    y += rowHeight;
  }
  document.x = pageMargin;
  document.y = y;
}

function newPage(document: PDFKit.PDFDocument): number {
  document.addPage();
  return pageMargin;
}

function drawHeader(document: PDFKit.PDFDocument, columns: readonly Column[], y: number): number {
  document.font('bold').fontSize(7).fillColor('#555555');
  const heights = columns.map(({ title, width }) => document.heightOfString(title, { width: width - gap }));
  const height = Math.max(...heights);
  let x = pageMargin;
  for (const { title, width, isFigure } of columns) {
    document.text(title, x, y, { width: width - gap, align: isFigure === true ? 'right' : 'left' });
    x += width;
  }
  const line = y + height + 2;
  document
    .moveTo(pageMargin, line)
    .lineTo(x - gap, line)
    .lineWidth(0.5)
    .strokeColor('#999999')
    .stroke();
  return line + 4;
}

/** Places text without the library's fitting, which measures every word several times. */
function drawCells(
  document: PDFKit.PDFDocument,
  columns: readonly Column[],
  row: readonly string[],
  y: number,
  isBold: boolean,
): void {
  const fonts = isBold ? (['bold', 'bold figures'] as const) : (['regular', 'figures'] as const);
  let x = pageMargin;
  for (const [at, { width, isFigure }] of columns.entries()) {
    const text = row[at] ?? '';
    if (text !== '') {
      const room = width - gap;
      document.font(fonts[isFigure === true ? 1 : 0]).fontSize(cellSize);
      const wanted = document.widthOfString(text);
      // Text that is too long is set smaller, never cut.
      const scale = Math.min(1, room / wanted);
      const left = isFigure === true ? x + room - wanted * scale : x;
      document.fontSize(cellSize * scale).text(text, left, y, { lineBreak: false });
    }
    x += width;
  }
}
