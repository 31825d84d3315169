import { useEffect, useRef, useState } from 'react';
import type { QueueFigures } from '../../api/queues.ts';

/**
 * Reads a list again when its queue has changed. While rows are held, e.g. under the pointer, they stay, and the change is
 * reported instead.
 */
export function useLiveList(
  queues: readonly (QueueFigures | undefined)[],
  reload: () => void,
  isHeld: boolean,
): { readonly isChanged: boolean; readonly show: () => void } {
  const mark = queues.map((queue) => queue?.mark ?? '').join('|');
  const shown = useRef(mark);
  const [isChanged, setIsChanged] = useState(false);
  const isKnown = queues.some((queue) => queue !== undefined);
  useEffect(() => {
    const before = shown.current;
    if (!isKnown || before === mark) return;
    // The first reading belongs to the rows that are shown.
    const isFirst = before.replaceAll('|', '') === '';
    if (isHeld && !isFirst) {
      setIsChanged(true);
      return;
    }
    shown.current = mark;
    setIsChanged(false);
    if (!isFirst) reload();
  }, [mark, isKnown, isHeld, reload]);
  const show = () => {
    shown.current = mark;
    setIsChanged(false);
    reload();
  };
  return { isChanged, show };
}
