import { createLineGrips, type LineGrips } from './line-grips.ts';
import { createScaleFit, type ScaleFit } from './scale-fit.ts';
import { layOutTags, tagsThatFit } from './tag-layout.ts';

export type ScalePainter = (toY: (price: number) => number, height: number) => void;

/** Wish of a tag: its price, null while it has none, and what decides when tags compete for room. */
export interface TagWish {
  readonly price: number | null;
  readonly height: number;
  readonly weight: number;
  /** The lowest ranks are shown if not all tags fit. */
  readonly rank: number;
  /** True if the tag stays at the edge while its price is outside the scale. */
  readonly isAtEdge: boolean;
}

export type Edge = 'above' | 'below';

export interface TagPlace {
  /** Height of the price; outside the pane if `edge` is set. */
  readonly y: number;
  readonly top: number;
  readonly height: number;
  /** Side on which the price is outside the scale. */
  readonly edge: Edge | null;
}

export interface Tag {
  readonly wish: () => TagWish;
  /** Null: the tag is not shown. */
  readonly paint: (place: TagPlace | null) => void;
}

/** Tags on one edge of the chart, laid out together. */
export interface TagColumn {
  readonly add: (tag: Tag) => () => void;
  /** Lays out the tags again, after a change of a wish. */
  readonly renew: () => void;
  /** Calls back after each layout, with the places of the tags that are shown. */
  readonly onLaidOut: (listener: (places: readonly TagPlace[]) => void) => () => void;
}

/** Painters and tags over the candles: run once per repaint of the chart, without rendering. */
export interface ChartLayerHandle {
  /** Registers a painter; it runs now, if there is a scale, and after every repaint. */
  readonly onScale: (paint: ScalePainter) => () => void;
  readonly draw: ScalePainter;
  /** Tags on the price axis. */
  readonly axis: TagColumn;
  /** Tags of orders, at the other edge. */
  readonly orders: TagColumn;
  /** Lines that are moved by their whole length. */
  readonly grips: LineGrips;
  /** Fits the scale to levels outside it. */
  readonly fit: ScaleFit;
  /** Keeps tags of orders out of the upper pixels of the pane, where the legend of indicators is. */
  readonly reserveTop: (px: number) => void;
}

/** Distance in px between tags of orders and the ends of the pane. */
const orderTagsInset = 6;

export function createLayer(): ChartLayerHandle {
  const painters = new Set<ScalePainter>();
  let drawn: Parameters<ScalePainter> | null = null;
  const scale = () => drawn;
  let reserved = 0;
  const ordersTop = () => Math.max(orderTagsInset, reserved);
  const [axis, orders] = [createColumn(scale, () => 0, 0), createColumn(scale, ordersTop, orderTagsInset)];
  return {
    axis,
    orders,
    grips: createLineGrips(),
    fit: createScaleFit(),
    reserveTop(px) {
      if (px === reserved) return;
      reserved = px;
      orders.renew();
    },
    onScale(paint) {
      painters.add(paint);
      if (drawn !== null) paint(...drawn);
      return () => painters.delete(paint);
    },
    draw(toY, height) {
      drawn = [toY, height];
      for (const paint of painters) paint(toY, height);
      axis.renew();
      orders.renew();
    },
  };
}

function createColumn(
  scale: () => Parameters<ScalePainter> | null,
  topInset: () => number,
  bottomInset: number,
): TagColumn {
  const tags = new Set<Tag>();
  const listeners = new Set<(places: readonly TagPlace[]) => void>();

  function renew(): void {
    const drawn = scale();
    if (drawn === null) return;
    const [toY, height] = drawn;
    const wanted = [...tags].map((tag) => ({ tag, ...spanOf(tag.wish(), toY, height) }));
    const shown = wanted.filter(({ isShown }) => isShown);
    const inset = topInset();
    const room = height - inset - bottomInset;
    const fits = tagsThatFit(shown, room);
    const placed = shown.filter((_, index) => fits[index]);
    const inRoom = placed.map((tag) => ({ ...tag, y: tag.y - inset }));
    const tops = layOutTags(inRoom, room);
    const places = placed.map(({ y, trueY, edge, height: own }, index) => ({
      y: edge === null ? y : trueY,
      top: (tops[index] ?? 0) + inset,
      height: own,
      edge,
    }));
    const byTag = new Map(placed.map(({ tag }, index) => [tag, places[index] ?? null]));
    for (const { tag } of wanted) tag.paint(byTag.get(tag) ?? null);
    for (const listener of listeners) listener(places);
  }

  return {
    renew,
    add(tag) {
      tags.add(tag);
      renew();
      return () => {
        tags.delete(tag);
        renew();
      };
    },
    onLaidOut(listener) {
      listeners.add(listener);
      renew();
      return () => listeners.delete(listener);
    },
  };
}

function spanOf(
  { price, height: own, weight, rank, isAtEdge }: TagWish,
  toY: (price: number) => number,
  height: number,
) {
  const trueY = price === null ? Number.NaN : toY(price);
  const edge: Edge | null = trueY < 0 ? 'above' : trueY > height ? 'below' : null;
  const isShown = Number.isFinite(trueY) && (edge === null || isAtEdge);
  return { y: Math.min(height, Math.max(0, trueY)), trueY, edge, height: own, weight, rank, isShown };
}
