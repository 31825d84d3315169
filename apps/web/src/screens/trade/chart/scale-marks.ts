import { useSyncExternalStore } from 'react';
import type { ChartLayerHandle } from './chart-layer.ts';

/** True while the scale is fitted to a level. */
export function useIsFitted(layer: ChartLayerHandle, key: string): boolean {
  return useSyncExternalStore(layer.fit.subscribe, () => layer.fit.isFitted(key));
}

/** True for a line whose price is outside the scale. */
export function isOutside(line: HTMLElement | null): boolean {
  return line?.dataset['edge'] !== undefined;
}
