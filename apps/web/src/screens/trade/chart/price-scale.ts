/** Linear scale of the price pane, known by two of its points. */
export interface PriceScale {
  readonly toY: (price: number) => number;
  readonly height: number;
}

/** Returns the price at a height of the pane; null while the scale is flat. */
export function priceAt(y: number, { toY }: PriceScale): number | null {
  const [low, high] = [toY(0), toY(1)];
  if (!Number.isFinite(low) || !Number.isFinite(high) || low === high) return null;
  return (y - low) / (high - low);
}

/** Returns the tick nearest to a height of the pane, at least one; null while the scale is flat. */
export function ticksAt(y: number, scale: PriceScale, digits: number): number | null {
  const price = priceAt(Math.min(scale.height, Math.max(0, y)), scale);
  return price === null ? null : Math.max(1, Math.round(price * 10 ** digits));
}
