import type { Page } from 'playwright-core';

export interface Tolerance {
  /** Maximum difference of a channel inside an area of one colour. */
  readonly flat: number;
  /** Maximum difference of a channel near an edge or in a glyph, where rasterisers vary. */
  readonly edge: number;
  /** Maximum share of pixels beyond these limits. */
  readonly share: number;
  /** Maximum difference of the mean of 8 × 8 pixels; shading differences average out, another colour does not. */
  readonly mean: number;
  /** Maximum number of squares beyond `mean`. */
  readonly squares: number;
}

/**
 * Returns the tolerance for a platform. Golden images are made on Linux, where another Chromium shades glyph edges
 * slightly differently; other systems draw every glyph differently, so only areas and positions are compared.
 */
export function toleranceOn(platform: NodeJS.Platform): Tolerance {
  if (platform === 'linux') return { flat: 2, edge: 40, share: 0.0002, mean: 1.5, squares: 6 };
  return { flat: 4, edge: 255, share: 0.01, mean: 255, squares: 0 };
}

export interface Difference {
  readonly pixels: number;
  readonly squares: number;
  readonly isTolerable: boolean;
  /** Rectangle around all differing pixels, as text. */
  readonly where: string;
  /** Faded golden image with differing pixels in red and differing squares in orange. */
  readonly picture: Buffer;
}

/** Compares two PNGs inside a browser page, which decodes them. */
export async function findDifference(
  page: Page,
  golden: Buffer,
  actual: Buffer,
  tolerance: Tolerance,
): Promise<Difference> {
  if (golden.equals(actual)) return { pixels: 0, squares: 0, isTolerable: true, where: 'nowhere', picture: golden };
  const found = await page.evaluate(comparePictures, {
    golden: golden.toString('base64'),
    actual: actual.toString('base64'),
    tolerance,
  });
  return {
    pixels: found.pixels,
    squares: found.squares,
    isTolerable: found.pixels <= found.total * tolerance.share && found.squares <= tolerance.squares,
    where: found.where,
    picture: Buffer.from(found.picture, 'base64'),
  };
}

interface Comparison {
  readonly golden: string;
  readonly actual: string;
  readonly tolerance: Tolerance;
}

/** Compares the pictures. Runs in the browser, so it must not use anything outside. */
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
  const total = width * height;
  if (b.width !== width || b.height !== height) {
    const where = `being ${b.width}×${b.height} instead of ${width}×${height}`;
    return { pixels: total, squares: 0, total, where, picture: actual };
  }
  const pixelWords = [new Uint32Array(a.data.buffer), new Uint32Array(b.data.buffer)] as const;
  /** True if the pixel and its eight neighbours have one colour in each picture. */
  const isFlat = (at: number) => {
    for (const words of pixelWords) {
      for (let row = at - width; row <= at + width; row += width)
        for (let one = row - 1; one <= row + 1; one += 1) if (words[one] !== words[at]) return false;
    }
    return true;
  };
  const difference = (at: number, channel: number) => (b.data[at * 4 + channel] ?? 0) - (a.data[at * 4 + channel] ?? 0);
  const isOff = (at: number) => {
    if (pixelWords[0][at] === pixelWords[1][at]) return false;
    const far = Math.max(...[0, 1, 2].map((channel) => Math.abs(difference(at, channel))));
    return far > tolerance.edge || (far > tolerance.flat && isFlat(at));
  };

  const marked = new ImageData(width, height);
  const box = { left: width, top: height, right: -1, bottom: -1 };
  const mark = (at: number, colour: readonly number[]) => {
    marked.data.set(colour, at * 4);
    const [x, y] = [at % width, Math.floor(at / width)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  };
  const isSquareOff = (left: number, top: number) => {
    const sums = [0, 0, 0];
    for (let y = top; y < top + 8; y += 1)
      for (let x = left; x < left + 8; x += 1)
        for (let channel = 0; channel < 3; channel += 1)
          sums[channel] = (sums[channel] ?? 0) + difference(y * width + x, channel);
    return sums.some((sum) => Math.abs(sum) / 64 > tolerance.mean);
  };

  let pixels = 0;
  for (let at = 0; at < total; at += 1) {
    for (let channel = 0; channel < 3; channel += 1)
      marked.data[at * 4 + channel] = 255 - (255 - (a.data[at * 4 + channel] ?? 0)) * 0.3;
    marked.data[at * 4 + 3] = 255;
    if (!isOff(at)) continue;
    pixels += 1;
    mark(at, [220, 0, 40]);
  }
  let squares = 0;
  for (let top = 0; top + 8 <= height; top += 8) {
    for (let left = 0; left + 8 <= width; left += 8) {
      if (!isSquareOff(left, top)) continue;
      squares += 1;
      for (let side = 0; side < 8; side += 1) {
        mark(top * width + left + side, [255, 150, 0]);
        mark((top + side) * width + left, [255, 150, 0]);
      }
    }
  }
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.putImageData(marked, 0, 0);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const where = `between (${box.left}, ${box.top}) and (${box.right}, ${box.bottom})`;
  return { pixels, squares, total, where, picture: btoa(binary) };
}
