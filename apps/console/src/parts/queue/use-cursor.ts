import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ListRow, RowMarks } from '../RowTable.tsx';

/** Maximum entries that are reviewed together. */
export const tickedMax = 20;

interface Cursor<Row> {
  readonly marks: RowMarks<Row>;
  /** Ticked rows that are still in the list. */
  readonly ticked: readonly Row[];
  readonly clear: () => void;
  readonly keys: Readonly<Record<string, (() => void) | undefined>>;
}

/** Moves a cursor through the rows by J and K, ticks by X and opens by Enter. */
export function useCursor<Row extends ListRow>(
  rows: readonly Row[] | undefined,
  linkTo: (row: Row) => string,
  mayTickRow: ((row: Row) => boolean) | undefined,
): Cursor<Row> {
  const navigate = useNavigate();
  const [currentId, setCurrentId] = useState<ListRow['id'] | null>(null);
  const [tickedIds, setTickedIds] = useState<ReadonlySet<ListRow['id']>>(new Set());
  const shown = rows ?? [];
  const at = shown.findIndex(({ id }) => id === currentId);
  const ticked = shown.filter(({ id }) => tickedIds.has(id));
  const mayTick = (row: Row) => mayTickRow?.(row) === true && (tickedIds.has(row.id) || ticked.length < tickedMax);
  const tick = ({ id }: Row) => {
    const next = new Set(tickedIds);
    if (!next.delete(id)) next.add(id);
    setTickedIds(next);
  };
  const clear = () => setTickedIds(new Set());
  const move = (by: number) => {
    const next = shown[Math.min(shown.length - 1, Math.max(0, at + by))];
    if (next !== undefined) setCurrentId(next.id);
  };
  const current = shown[at];
  return {
    marks: { currentId, isTicked: ({ id }) => tickedIds.has(id), mayTick, tick },
    ticked,
    clear,
    keys: {
      j: () => move(1),
      k: () => move(-1),
      x: current !== undefined && mayTick(current) ? () => tick(current) : undefined,
      enter: current === undefined ? undefined : () => void navigate(linkTo(current)),
      escape: ticked.length > 0 ? clear : undefined,
    },
  };
}
