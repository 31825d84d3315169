import type { Chart } from 'klinecharts';
import { createContext, useContext, useEffect } from 'react';
import { barIndexAt, type Crosshair, type CrossPoint, pricePane } from './crosshair.ts';

/** Point that is read on one chart, as the others know it. */
export interface SharedPoint {
  readonly timestamp: number;
  readonly instrumentId: number;
  /** Null in a pane below the prices. */
  readonly price: number | null;
}

type Follow = (point: SharedPoint | null) => void;

/** Crosshair that several charts show at the same time (R-CHT-07). */
export interface CrosshairLink {
  /** Adds a chart, which follows the others; returns the functions that pass them its own point, and that end it. */
  readonly join: (follow: Follow) => { readonly share: Follow; readonly leave: () => void };
}

export function createCrosshairLink(): CrosshairLink {
  const members = new Set<Follow>();
  return {
    join(follow) {
      members.add(follow);
      return {
        share: (point) => {
          for (const other of members) if (other !== follow) other(point);
        },
        leave: () => void members.delete(follow),
      };
    },
  };
}

/** Link of the charts around the caller; null for a chart by itself. */
export const CrosshairLinkContext = createContext<CrosshairLink | null>(null);

/** Shows the crosshair of linked charts on this one, and that of this one on them. */
export function useCrosshairLink(chart: Chart | null, crosshair: Crosshair, instrumentId: number): void {
  const link = useContext(CrosshairLinkContext);
  useEffect(() => {
    if (chart === null || link === null) return undefined;
    let isFollowing = false;
    const { share, leave } = link.join((point) => {
      isFollowing = true;
      crosshair.set(point === null ? null : followedPoint(chart, instrumentId, point));
      isFollowing = false;
    });
    const stop = crosshair.subscribe(() => {
      if (!isFollowing) share(sharedPoint(chart, instrumentId, crosshair.get()));
    });
    return () => {
      stop();
      leave();
    };
  }, [chart, crosshair, link, instrumentId]);
}

function sharedPoint(chart: Chart, instrumentId: number, point: CrossPoint | null): SharedPoint | null {
  if (point === null) return null;
  const [at] = [chart.convertFromPixel([{ x: 0, y: point.y ?? 0 }], { paneId: pricePane })].flat();
  return { timestamp: point.timestamp, instrumentId, price: point.y === null ? null : (at?.value ?? null) };
}

/** Returns the bar that holds the time, and the height of the price on a chart of the same instrument; null before the first bar. */
function followedPoint(chart: Chart, instrumentId: number, point: SharedPoint): CrossPoint | null {
  const bars = chart.getDataList();
  const bar = bars[barIndexAt(bars, point.timestamp)];
  if (bar === undefined || bar.timestamp > point.timestamp) return null;
  const isSame = point.instrumentId === instrumentId && point.price !== null;
  const [at] = isSame ? [chart.convertToPixel({ value: point.price }, { paneId: pricePane })].flat() : [];
  const [y, height] = [at?.y ?? null, chart.getSize(pricePane, 'main')?.height ?? 0];
  return { timestamp: bar.timestamp, y: y !== null && y >= 0 && y <= height ? y : null };
}
