import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ChartLayerHandle, ScalePainter } from './CandleChart.tsx';

/** Runs after every repaint of the chart, and once more when the line itself has changed. */
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

/** Outside the pane a line is not shown: it would lie about where it is. */
export function place(line: HTMLElement | null, y: number | null, height: number): void {
  if (line === null) return;
  const isInside = y !== null && y >= 0 && y <= height;
  line.style.visibility = isInside ? 'visible' : 'hidden';
  if (isInside) line.style.top = `${Math.round(y * 2) / 2}px`;
}
