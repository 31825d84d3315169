import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ChartLayerHandle, Edge, ScalePainter, TagColumn, TagPlace, TagWish } from './chart-layer.ts';

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

/** Keeps a tag in a column while the caller is mounted; it is laid out again after every render of the caller. */
export function useTag(column: TagColumn, wish: () => TagWish, paint: (place: TagPlace | null) => void): void {
  const latest = useRef({ wish, paint });
  useLayoutEffect(() => {
    latest.current = { wish, paint };
    column.renew();
  });
  useEffect(
    () => column.add({ wish: () => latest.current.wish(), paint: (place) => latest.current.paint(place) }),
    [column],
  );
}

/**
 * Places a line at a height of the pane. Outside the pane it is hidden, or marked as beyond that edge if its tag stays
 * there.
 */
export function place(line: HTMLElement | null, y: number | null, height: number, staysAtEdge = false): void {
  if (line === null) return;
  const edge: Edge | null = y === null ? null : y < 0 ? 'above' : y > height ? 'below' : null;
  const isShown = y !== null && Number.isFinite(y) && (edge === null || staysAtEdge);
  line.style.visibility = isShown ? 'visible' : 'hidden';
  if (edge === null) delete line.dataset['edge'];
  else line.dataset['edge'] = edge;
  if (isShown) line.style.top = `${lineTop(y, height)}px`;
}

function lineTop(y: number, height: number): number {
  return Math.round(Math.min(height, Math.max(0, y)) * 2) / 2;
}

type Column = 'axis' | 'orders';

/** Places a tag by its layout: its offset from the line, and the hairline from there to the true price. */
export function placeTag(
  tag: HTMLElement,
  column: Column,
  { y, top, height, edge }: TagPlace,
  paneHeight: number,
): void {
  const offset = top - lineTop(y, paneHeight);
  tag.style.top = `${offset}px`;
  const lead = tag.parentElement?.querySelector(`[data-lead=${column}] > path`);
  lead?.setAttribute('d', edge === null ? leadPath(column, offset + height / 2) : '');
}

const leadFromPx = 1;
/** Width in px between the end of a line and its tag. */
const leadWidthPx = 7;

/** Hairline from a line to the middle of its tag; none if they are at one height. */
function leadPath(column: Column, dy: number): string {
  if (Math.abs(dy) < leadFromPx) return '';
  return column === 'axis' ? `M0 0.5L${leadWidthPx} ${dy}` : `M0 0.5H4.5V${dy}H${leadWidthPx}`;
}

const axisTagHeight = 18;

export interface LineWish {
  /** Null: the line is not shown. */
  readonly price: number | null;
  /** Order in which lines keep their tags if there is no room for all. */
  readonly rank: number;
  readonly tagHeight: number;
  /** True for a line without tags. */
  readonly isBare?: boolean;
}

/** Elements of a line with a tag in each column. A tag whose price is outside the scale stays at the edge. */
export function useLine(layer: ChartLayerHandle, { price, rank, tagHeight, isBare = false }: LineWish) {
  const line = useRef<HTMLDivElement>(null);
  const tag = useRef<HTMLSpanElement>(null);
  const axisTag = useRef<HTMLSpanElement>(null);
  const paneHeight = useRef(0);
  useScale(layer, (toY, height) => {
    paneHeight.current = height;
    place(line.current, price === null ? null : toY(price), height, !isBare);
  });
  const paint = (column: Column) => (at: TagPlace | null) => {
    const element = (column === 'axis' ? axisTag : tag).current;
    if (element === null) return;
    element.hidden = at === null;
    if (at !== null) placeTag(element, column, at, paneHeight.current);
  };
  const tagPrice = isBare ? null : price;
  useTag(
    layer.orders,
    () => ({ price: tagPrice, height: tagHeight, weight: 1, rank, isAtEdge: true }),
    paint('orders'),
  );
  useTag(
    layer.axis,
    () => ({ price: tagPrice, height: axisTagHeight, weight: 1, rank, isAtEdge: false }),
    paint('axis'),
  );
  return { line, tag, axisTag };
}

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
