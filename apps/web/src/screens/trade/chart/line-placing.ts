import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ChartLayerHandle, ScalePainter } from './CandleChart.tsx';

/** Runs `paint` after every repaint of the chart, and after every change of `paint`. */
export function useScale(layer: ChartLayerHandle, paint: ScalePainter): void {
  const latest = useRef(paint);
  const scale = useRef<{ toY: (price: number) => number; height: number } | null>(null);
  useLayoutEffect(() => {
    latest.current = paint;
    if (scale.current !== null) paint(scale.current.toY, scale.current.height);
  });
  useEffect(
    () =>
      layer.onScale((toY, height) => {
        scale.current = { toY, height };
        latest.current(toY, height);
      }),
    [layer],
  );
}

const tagHeight = 20;
const seam = 0.25;

/** Tops of the ask and bid tags: each at the middle of its line, joined if they would overlap, both inside the pane. */
export function sideTags(askY: number, bidY: number, height: number): { ask: number; bid: number } {
  const middle = (askY + bidY) / 2;
  const isJoined = bidY - askY < tagHeight;
  const ask = Math.max(0, isJoined ? middle - tagHeight - seam : askY - tagHeight / 2);
  const bid = Math.min(height - tagHeight, Math.max(ask + tagHeight, isJoined ? middle + seam : bidY - tagHeight / 2));
  return { ask: Math.min(ask, bid - tagHeight), bid };
}

/** Places a line; hides it outside the pane, where its position would be wrong. */
export function place(line: HTMLElement | null, y: number | null, height: number): void {
  if (line === null) return;
  const isInside = y !== null && y >= 0 && y <= height;
  line.style.visibility = isInside ? 'visible' : 'hidden';
  if (isInside) line.style.top = `${Math.round(y * 2) / 2}px`;
}

/** Linear scale of the price pane, known by two of its points. */
export interface PriceScale {
  readonly toY: (price: number) => number;
  readonly height: number;
}

/** Returns the price at a height of the pane; null while the scale is flat. */
function priceAt(y: number, { toY }: PriceScale): number | null {
  const [low, high] = [toY(0), toY(1)];
  if (!Number.isFinite(low) || !Number.isFinite(high) || low === high) return null;
  return (y - low) / (high - low);
}

/** Returns the tick nearest to a height of the pane, at least one; null while the scale is flat. */
export function ticksAt(y: number, scale: PriceScale, digits: number): number | null {
  const price = priceAt(Math.min(scale.height, Math.max(0, y)), scale);
  return price === null ? null : Math.max(1, Math.round(price * 10 ** digits));
}
