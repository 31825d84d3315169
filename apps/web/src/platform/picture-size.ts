/** Enough for every letter of a document to be read; more is only slower to send. */
export const longestSideMax = 2_000;

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The size in whole pixels that fits within the longest side: same shape, never larger than it was, never nothing. */
export function fitWithin({ width, height }: PictureSize, longestMax: number = longestSideMax): PictureSize {
  const scale = Math.min(1, longestMax / Math.max(width, height));
  const fit = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: fit(width), height: fit(height) };
}
