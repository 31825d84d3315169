import type { Direction } from '../../format/number-text.ts';

/** Words and figures of a result's picture, as they are drawn. */
export interface ResultPicture {
  readonly company: string;
  readonly host: string;
  readonly title: string;
  readonly netLabel: string;
  /** Net result with its sign and currency. */
  readonly net: string;
  readonly direction: Direction;
  readonly about: string;
  readonly rows: readonly (readonly [label: string, figure: string])[];
  /** Kinds of account and prices, unless they are real. */
  readonly marks: readonly string[];
  readonly receipt: string;
}

/** Size in px; a square is shown whole wherever pictures are. */
const side = 1080;
const inset = 84;
const middle = side / 2;

interface Look {
  readonly font: string;
  readonly text: string;
  readonly pale: string;
  readonly line: string;
  readonly back: string;
  readonly result: Readonly<Record<Direction, string>>;
}

/** Draws a result in the colours and letters of the page. Rejects if the browser makes no picture. */
export async function drawResult(picture: ResultPicture): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No canvas');
  paint(context, picture, readLook());
  const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (made === null) throw new Error('No picture');
  return made;
}

function readLook(): Look {
  const page = getComputedStyle(document.documentElement);
  const token = (name: string) => page.getPropertyValue(name).trim();
  return {
    font: getComputedStyle(document.body).fontFamily,
    text: token('--color-text'),
    pale: token('--color-text-3'),
    line: token('--color-hairline'),
    back: token('--color-surface'),
    result: { up: token('--color-up'), down: token('--color-down'), flat: token('--color-flat') },
  };
}

function paint(context: CanvasRenderingContext2D, picture: ResultPicture, look: Look): void {
  const isRtl = document.documentElement.dir === 'rtl';
  context.direction = isRtl ? 'rtl' : 'ltr';
  context.fillStyle = look.back;
  context.fillRect(0, 0, side, side);
  const write = (text: string, at: readonly [x: number, y: number], size: number, weight: number, colour: string) => {
    context.font = `${weight} ${fitted(context, text, size, weight, look.font)}px ${look.font}`;
    context.fillStyle = colour;
    context.fillText(text, ...at);
  };
  context.textAlign = 'center';
  write(picture.company, [middle, 140], 44, 600, look.text);
  write(picture.title, [middle, 250], 52, 600, look.text);
  write(picture.netLabel, [middle, 340], 34, 500, look.pale);
  write(isolated(picture.net), [middle, 460], 120, 650, look.result[picture.direction]);
  write(picture.about, [middle, 530], 36, 500, look.pale);
  let y = 640;
  for (const [label, figure] of picture.rows) {
    context.textAlign = 'start';
    write(label, [isRtl ? side - inset : inset, y], 34, 500, look.pale);
    context.textAlign = 'end';
    write(isolated(figure), [isRtl ? inset : side - inset, y], 36, 600, look.text);
    y += 66;
  }
  context.fillStyle = look.line;
  context.fillRect(inset, y - 26, side - 2 * inset, 2);
  context.textAlign = 'center';
  write(picture.marks.join(' · '), [middle, y + 36], 32, 600, look.text);
  write(picture.receipt, [middle, side - 76], 30, 500, look.pale);
  write(picture.host, [middle, side - 32], 26, 500, look.pale);
}

/** Returns the size at which a text fits between the edges. */
function fitted(context: CanvasRenderingContext2D, text: string, size: number, weight: number, font: string): number {
  context.font = `${weight} ${size}px ${font}`;
  const { width } = context.measureText(text);
  return Math.floor(size * Math.min(1, (side - 2 * inset) / Math.max(1, width)));
}

/** Keeps figures left to right among words of another direction. */
function isolated(figure: string): string {
  return `\u2066${figure}\u2069`;
}
