/** Longest side in pixels: enough to read every letter of a document. */
export const longestSideMax = 2_000;

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the size in whole pixels that fits within the longest side: same aspect ratio, never enlarged, at least one
 * pixel.
 */
export function fitWithin({ width, height }: PictureSize, longestMax: number = longestSideMax): PictureSize {
  const scale = Math.min(1, longestMax / Math.max(width, height));
  const fit = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: fit(width), height: fit(height) };
}
