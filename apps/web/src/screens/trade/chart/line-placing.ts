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
