import type { Order } from '../../../data/order.ts';
import type { Edge } from './chart-layer.ts';

/** Meaning of a line: the entry of a position, the target of a pending order, or a stop of either. */
export type LevelKind = 'position' | 'pending' | 'takeProfit' | 'stopLoss';

export interface OrderLevel {
  readonly kind: LevelKind;
  readonly order: Order;
  readonly price: string;
}

/** Levels at about one height of the chart, which share a tag. */
export interface LevelGroup {
  readonly key: string;
  /** The nearest to the scale first, else from the top. */
  readonly levels: readonly [OrderLevel, ...OrderLevel[]];
}

/** Returns all lines of the orders of one instrument. */
export function levelsOf(orders: readonly Order[]): OrderLevel[] {
  return orders.flatMap((order) => {
    const entry: LevelKind = order.status === 'pending' ? 'pending' : 'position';
    const levels: readonly [LevelKind, string | null][] = [
      [entry, order.entryPrice],
      ['takeProfit', order.takeProfit],
      ['stopLoss', order.stopLoss],
    ];
    return levels.flatMap(([kind, price]) => (price === null || Number(price) <= 0 ? [] : [{ kind, order, price }]));
  });
}

/** Names a level, also while its price is being changed. */
export function levelKey({ kind, order }: OrderLevel): string {
  return `${kind}-${order.id}`;
}

/** Distances in px below which levels share a tag: entries at about one price, stops at exactly one. */
const reachPx = { position: 14, pending: 14, takeProfit: 0.5, stopLoss: 0.5 } as const;
const tagPx = 22;
const widerBy = 1.6;

/**
 * Groups levels whose tags would say the same about one height: positions of one side, pending orders of one side, stops,
 * targets; all of a kind beyond an edge. If the pane has no room for all tags, wider groups are made. A level that is
 * being moved has a tag of its own (R-SCR-81).
 */
export function groupLevels(
  levels: readonly OrderLevel[],
  toY: (price: number) => number,
  height: number,
  movedKey: string | null,
): LevelGroup[] {
  const placed = levels.map((level) => ({ level, y: toY(Number(level.price)) })).sort((a, b) => a.y - b.y);
  for (let factor = 1; ; factor *= widerBy) {
    const groups = groupWithin(placed, height, movedKey, factor);
    if (groups.length * tagPx <= height || factor > height) return groups;
  }
}

interface Placed {
  readonly level: OrderLevel;
  readonly y: number;
}

function groupWithin(placed: readonly Placed[], height: number, movedKey: string | null, factor: number): LevelGroup[] {
  const open = new Map<string, { y: number; levels: [OrderLevel, ...OrderLevel[]] }>();
  const groups: [OrderLevel, ...OrderLevel[]][] = [];
  for (const { level, y } of placed) {
    const edge: Edge | null = y < 0 ? 'above' : y > height ? 'below' : null;
    const isMoved = levelKey(level) === movedKey;
    const bucket = `${bucketOf(level)} ${edge ?? ''} ${isMoved ? 'moved' : ''}`;
    const group = open.get(bucket);
    if (group !== undefined && (edge !== null || y - group.y < reachPx[level.kind] * factor)) {
      // Above the scale the last of them is the nearest to it.
      if (edge === 'above') group.levels.unshift(level);
      else group.levels.push(level);
      continue;
    }
    const begun = { y, levels: [level] as [OrderLevel, ...OrderLevel[]] };
    open.set(bucket, begun);
    groups.push(begun.levels);
  }
  return groups.map((inGroup) => ({ key: keyOf(inGroup), levels: inGroup }));
}

function bucketOf({ kind, order }: OrderLevel): string {
  return kind === 'position' || kind === 'pending' ? `${kind} ${order.side}` : kind;
}

function keyOf(levels: readonly [OrderLevel, ...OrderLevel[]]): string {
  return `${levels[0].kind}-${levels
    .map(({ order }) => order.id)
    .sort((a, b) => a - b)
    .join('-')}`;
}
