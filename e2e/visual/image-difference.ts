import type { Page } from 'playwright-core';

export interface Tolerance {
  /** How far a channel may differ inside an area of one colour. */
  readonly flat: number;
  /** How far it may differ beside an edge or in a glyph, where rasterisers disagree. */
  readonly edge: number;
  /** The share of pixels that may differ further than that. */
  readonly share: number;
}

/**
 * The goldens were made on Linux. Another Chromium there shades the rims of glyphs a little differently; another
 * system draws every glyph in its own way, and only areas and places can be held against the golden.
 */
export function toleranceOn(platform: NodeJS.Platform): Tolerance {
  if (platform === 'linux') return { flat: 2, edge: 40, share: 0.0002 };
  return { flat: 4, edge: 255, share: 0.01 };
}

export interface Difference {
  readonly pixels: number;
  readonly isTolerable: boolean;
  /** The rectangle that holds all differing pixels. */
  readonly where: string;
  /** The golden, faded, with the differing pixels in red. */
  readonly picture: Buffer;
}

/** Compares two PNGs inside a page of the browser, which can read them. */
export async function findDifference(
  page: Page,
  golden: Buffer,
  actual: Buffer,
  tolerance: Tolerance,
): Promise<Difference> {
  const found = await page.evaluate(comparePictures, {
    golden: golden.toString('base64'),
    actual: actual.toString('base64'),
    tolerance,
  });
  return {
    pixels: found.pixels,
    isTolerable: found.pixels <= found.total * tolerance.share,
    where: found.where,
    picture: Buffer.from(found.picture, 'base64'),
  };
}

interface Comparison {
  readonly golden: string;
  readonly actual: string;
  readonly tolerance: Tolerance;
}

/** Runs in the browser, so it uses nothing from outside. */
async function comparePictures({ golden, actual, tolerance }: Comparison) {
  const decode = async (base64: string) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext('2d');
    if (pen === null) throw new Error('Invariant: a canvas can be drawn on');
    pen.drawImage(image, 0, 0);
    return pen.getImageData(0, 0, image.width, image.height);
  };
  const [a, b] = [await decode(golden), await decode(actual)];
  const { width, height } = a;
  const words = [new Uint32Array(a.data.buffer), new Uint32Array(b.data.buffer)] as const;
  /** Whether the pixel and its eight neighbours are of one colour in both pictures. */
  const isFlat = (at: number) => {
    for (const picture of words) {
      for (let row = at - width; row <= at + width; row += width)
        for (let one = row - 1; one <= row + 1; one += 1) if (picture[one] !== picture[at]) return false;
    }
    return true;
  };
  const farthest = (at: number) => {
    let most = 0;
    for (let channel = at * 4; channel < at * 4 + 3; channel += 1)
      most = Math.max(most, Math.abs((a.data[channel] ?? 0) - (b.data[channel] ?? 0)));
    return most;
  };
  const box = { left: width, top: height, right: -1, bottom: -1 };
  const marked = new ImageData(width, height);
  const isSameSize = b.width === width && b.height === height;
  let pixels = isSameSize ? 0 : width * height;
  for (let at = 0; at < width * height; at += 1) {
    for (let channel = 0; channel < 3; channel += 1)
      marked.data[at * 4 + channel] = 255 - (255 - (a.data[at * 4 + channel] ?? 0)) * 0.3;
    marked.data[at * 4 + 3] = 255;
    const far = isSameSize ? farthest(at) : 0;
    if (far <= tolerance.flat || (far <= tolerance.edge && !isFlat(at))) continue;
    pixels += 1;
    marked.data.set([220, 0, 40], at * 4);
    const [x, y] = [at % width, Math.floor(at / width)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.putImageData(marked, 0, 0);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const where = isSameSize
    ? `between (${box.left}, ${box.top}) and (${box.right}, ${box.bottom})`
    : `${b.width}×${b.height} instead of ${width}×${height}`;
  return { pixels, total: width * height, where, picture: btoa(binary) };
}
