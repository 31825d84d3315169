import type { PointerEvent } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';

interface Drag {
  readonly from: number;
  readonly to: number;
  readonly startY: number;
  readonly by: number;
  readonly rowHeight: number;
}

/** Returns the list with one item moved. */
export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** Offset in px of a row while another is dragged over it: one row towards that one's origin. */
export function rowShift(index: number, { from, to, by, rowHeight }: Omit<Drag, 'startY'>): number {
  if (index === from) return by;
  if (index > from && index <= to) return -rowHeight;
  return index < from && index >= to ? rowHeight : 0;
}

/**
 * Ordering of a list by dragging its grips, or step by step. No row moves in the document until a drag ends: rows are
 * only shifted, so that the finger keeps the row it holds.
 */
export function useArranging(first: readonly number[]) {
  const [ids, setIds] = useState(first);
  const [drag, setDrag] = useState<Drag | null>(null);
  // Latest drag: the finger can let go before the page has rendered it.
  const held = useRef<Drag | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef<string | null>(null);

  // A row that is moved in the document loses the focus of its buttons.
  useLayoutEffect(() => {
    if (focused.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-step="${focused.current}"]`)?.focus();
    focused.current = null;
  });

  function move(from: number, to: number, words: string): void {
    const next = moved(ids, from, to);
    if (next === ids) return;
    focused.current = `${ids[from]} ${to < from ? 'up' : 'down'}`;
    setIds(next);
    setSaid(words);
  }

  function hold(next: Drag | null): void {
    held.current = next;
    setDrag(next);
  }

  const grip = (index: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      const rowHeight = event.currentTarget.closest('li')?.offsetHeight ?? 1;
      hold({ from: index, to: index, startY: event.clientY, by: 0, rowHeight });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (held.current === null) return;
      const { startY, from, rowHeight } = held.current;
      const by = event.clientY - startY;
      const to = Math.min(ids.length - 1, Math.max(0, from + Math.round(by / rowHeight)));
      hold({ ...held.current, by, to });
    },
    onPointerUp() {
      if (held.current !== null) setIds(moved(ids, held.current.from, held.current.to));
      hold(null);
    },
    onPointerCancel: () => hold(null),
  });

  const steps = {
    move,
    grip,
    remove: (id: number) => setIds(ids.filter((one) => one !== id)),
    shiftOf: (index: number) => (drag === null ? 0 : rowShift(index, drag)),
    isDragged: (index: number) => drag?.from === index,
  };
  return { ids, list, said, steps };
}

export type ArrangingSteps = ReturnType<typeof useArranging>['steps'];
