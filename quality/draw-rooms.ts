import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Arrow, arrowsOf, type Picture, pictures, withoutImplied } from './rooms.ts';
import { root } from './source-tree.ts';

const size = { width: 168, wide: 300, head: 38, line: 15, gapX: 20, gapY: 64, perRow: 6, margin: 28, top: 64 };
const lettersPerLine = 46;

/**
 * Returns the picture as SVG. Importers lie above what they import, an arrow has the colour of its importer's row,
 * and arrows that others imply are left out.
 */
function drawPicture(picture: Picture): string {
  const { rooms, arrows } = arrowsOf(picture);
  const shown = withoutImplied([...rooms.keys()], arrows);
  const boxes = new Map([...rooms].map(([name, parts]) => [name, boxOf(name, parts)]));
  const rows = rowsOf([...rooms.keys()], shown);
  const width = size.margin * 2 + Math.max(...rows.map((row) => rowWidth(row, boxes)));
  const height = place(rows, boxes, width);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">',
    '<path d="M0 0L8 4L0 8z" fill="context-stroke"/></marker></defs>',
    `<text x="${size.margin}" y="34" font-size="17" font-weight="600" fill="#14181f">${picture.title}</text>`,
    ...shown.map(([from, to]) => drawArrow(boxes.get(from), boxes.get(to))),
    ...[...boxes.values()].map(drawBox),
    '</svg>',
    '',
  ].join('\n');
}

/** A room as drawn; its place is set once its row is known. */
interface Box {
  name: string;
  lines: string[];
  width: number;
  height: number;
  x: number;
  y: number;
  row: number;
}

function boxOf(name: string, parts: readonly string[]): Box {
  const lines: string[] = [];
  for (const part of parts.toSorted()) {
    const last = lines.at(-1);
    if (last !== undefined && `${last}, ${part}`.length <= lettersPerLine) lines[lines.length - 1] = `${last}, ${part}`;
    else lines.push(part);
  }
  const width = lines.some((line) => line.length > 22) ? size.wide : size.width;
  const height = size.head + (lines.length > 0 ? lines.length * size.line + 6 : 0);
  return { name, lines, width, height, x: 0, y: 0, row: 0 };
}

function rowWidth(row: readonly string[], boxes: ReadonlyMap<string, Box>): number {
  return row.reduce((sum, name) => sum + (boxes.get(name)?.width ?? 0) + size.gapX, -size.gapX);
}

/** Sets the place of every box and returns the height of the picture. */
function place(rows: readonly string[][], boxes: ReadonlyMap<string, Box>, width: number): number {
  let top = size.top;
  for (const [row, names] of rows.entries()) {
    let left = (width - rowWidth(names, boxes)) / 2;
    let tallest = 0;
    for (const name of names) {
      const box = boxes.get(name);
      if (!box) throw new Error(`Invariant: ${name} has a box`);
      Object.assign(box, { x: left, y: top, row });
      left += box.width + size.gapX;
      tallest = Math.max(tallest, box.height);
    }
    top += tallest + size.gapY;
  }
  return top - size.gapY + size.margin;
}

/** Rows of rooms: each room lies below all that import it, except in a circle of imports. */
function rowsOf(rooms: readonly string[], arrows: readonly Arrow[]): string[][] {
  const rank = new Map(rooms.map((name) => [name, 0]));
  // Bounded by the number of rooms, so that a circle ends too.
  for (let pass = 0; pass < rooms.length; pass++) {
    for (const [from, to] of arrows) {
      const below = (rank.get(from) ?? 0) + 1;
      if (below < rooms.length && (rank.get(to) ?? 0) < below && !isBack(arrows, from, to)) rank.set(to, below);
    }
  }
  const rows: string[][] = [];
  for (const level of [...new Set(rank.values())].toSorted((a, b) => a - b)) {
    const names = rooms.filter((name) => rank.get(name) === level);
    for (let at = 0; at < names.length; at += size.perRow) rows.push(names.slice(at, at + size.perRow));
  }
  return nearImporters(rows, arrows);
}

/** True if two rooms import each other and this arrow is the second of the pair by name. */
function isBack(arrows: readonly Arrow[], from: string, to: string): boolean {
  return from > to && arrows.some(([a, b]) => a === to && b === from);
}

/** Orders each row by the middle of the rooms above it that import it, so that arrows cross less. */
function nearImporters(rows: readonly string[][], arrows: readonly Arrow[]): string[][] {
  const at = new Map<string, number>();
  return rows.map((row) => {
    const middle = (name: string) => {
      const above = arrows.filter(([from, to]) => to === name && at.has(from)).map(([from]) => at.get(from) ?? 0);
      return above.length === 0 ? 0 : above.reduce((sum, x) => sum + x, 0) / above.length;
    };
    const ordered = row.toSorted((a, b) => middle(a) - middle(b) || a.localeCompare(b));
    for (const [index, name] of ordered.entries()) at.set(name, index - ordered.length / 2);
    return ordered;
  });
}

const colours = ['#2f6fed', '#0f8a5f', '#b4540a', '#7a3fd1', '#b3261e', '#00707a', '#5b6472'];
const colourOf = ({ row }: Box) => colours[row % colours.length] ?? '#5b6472';

function drawArrow(from: Box | undefined, to: Box | undefined): string {
  if (!from || !to) throw new Error('Invariant: every arrow joins two boxes');
  const isDown = to.y > from.y;
  const x1 = from.x + from.width / 2;
  const x2 = to.x + to.width / 2;
  const y1 = isDown ? from.y + from.height : from.y;
  const y2 = isDown ? to.y - 2 : to.y + to.height + 2;
  const bend = Math.max(24, Math.abs(y2 - y1) / 2) * (isDown ? 1 : -1);
  const path = `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`;
  return `<path d="${path}" fill="none" stroke="${colourOf(from)}" stroke-opacity=".6" stroke-width="1.4" marker-end="url(#tip)"/>`;
}

function drawBox(box: Box): string {
  const { x, y, width, height, name, lines } = box;
  const middle = x + width / 2;
  const text = (line: string, index: number) =>
    `<text x="${middle}" y="${y + size.head + 7 + index * size.line}" text-anchor="middle" font-size="11.5" fill="#4a5260">${line}</text>`;
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="#f6f8fb" stroke="${colourOf(box)}"/>`,
    `<text x="${middle}" y="${y + 24}" text-anchor="middle" font-size="13" font-weight="600" fill="#14181f">${name}</text>`,
    ...lines.map(text),
  ].join('');
}

/** Returns the pictures whose file differs from what the code gives; writes them if asked. */
export function outdatedPictures(isWriting: boolean): string[] {
  return pictures.filter((picture) => renew(picture, isWriting)).map(({ path }) => path);
}

function renew(picture: Picture, isWriting: boolean): boolean {
  const file = join(root, picture.path);
  const drawn = drawPicture(picture);
  if (readIfThere(file) === drawn) return false;
  if (isWriting) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, drawn);
  }
  return true;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
