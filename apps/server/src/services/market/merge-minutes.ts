import type { Candle } from '@candor/domain/values/period';

/** Both ascending lists in one; where both have a minute, the kept one stands: it is what traders saw. */
export function mergeMinutes(kept: readonly Candle[], derived: readonly Candle[]): Candle[] {
  const merged: Candle[] = [];
  let index = 0;
  for (const candle of derived) {
    while (index < kept.length && (kept[index] as Candle).timeMs < candle.timeMs) merged.push(kept[index++] as Candle);
    const same = kept[index];
    if (same !== undefined && same.timeMs === candle.timeMs) {
      merged.push(same);
      index += 1;
    } else merged.push(candle);
  }
  return [...merged, ...kept.slice(index)];
}
