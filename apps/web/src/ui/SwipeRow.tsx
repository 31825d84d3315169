import type { PointerEvent, ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { cx } from './class-names.ts';
import type { IconName } from './Icon.tsx';
import { Icon } from './Icon.tsx';
import styles from './SwipeRow.module.css';

const keyWidth = 68;
/** Way of the finger after which it is a swipe and not a tap, in px. */
const leastWay = 8;

export interface RowKey {
  readonly icon: IconName;
  readonly label: string;
  readonly isMain?: boolean;
  readonly isOff?: boolean;
  readonly run: () => void;
}

export interface SwipeRowProps {
  readonly keys: readonly RowKey[];
  /** Accessible name of the group of keys. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Closes the row whose keys are open; at most one is. */
let closeOther: (() => void) | null = null;

/**
 * Row with keys at its end: a swipe towards the start uncovers them, and so does its menu (right click, long press, menu
 * key). A swipe of any length only opens them; a tap beside them or Escape covers them again (R-SCR-87).
 */
export function SwipeRow({ keys, label, children }: SwipeRowProps) {
  const { box, isOpen, wasSwiped, open, close, pointer } = useSwipe(keys.length * keyWidth);
  return (
    <div
      ref={box}
      className={cx(styles.box, isOpen && styles.open)}
      style={{ ['--keys' as string]: `${keys.length * keyWidth}px` }}
      data-part="swipe-row"
      {...pointer}
      onContextMenu={(event) => {
        event.preventDefault();
        open();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        close();
        box.current?.querySelector('button')?.focus();
      }}
    >
      <div
        className={styles.slide}
        data-part="swipe-slide"
        onClickCapture={(event) => {
          // A press by key or screen reader is no end of a swipe, whatever the finger did before.
          const endsSwipe = event.detail > 0 && wasSwiped();
          if (!isOpen && !endsSwipe) return;
          event.stopPropagation();
          if (!endsSwipe) close();
        }}
      >
        {children}
      </div>
      <div className={styles.keys} role="group" aria-label={label} inert={!isOpen}>
        {keys.map((key) => (
          <button
            key={key.label}
            type="button"
            className={key.isMain === true ? styles.main : undefined}
            disabled={key.isOff === true}
            onClick={() => {
              close();
              key.run();
            }}
          >
            <Icon name={key.icon} size={20} />
            {key.label}
          </button>
        ))}
      </div>
    </div>
  );
}

interface Swipe {
  readonly x: number;
  readonly y: number;
  readonly from: number;
  way: number;
  isSwipe: boolean;
}

/** Follows the finger by writing to the DOM, not to state; the state is open or closed. */
function useSwipe(width: number) {
  const box = useRef<HTMLDivElement>(null);
  const swipe = useRef<Swipe | null>(null);
  const last = useRef(false);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);

  useEffect(() => {
    if (!isOpen) return undefined;
    const closeThis = () => setOpen(false);
    closeOther?.();
    closeOther = closeThis;
    return () => {
      if (closeOther === closeThis) closeOther = null;
    };
  }, [isOpen]);

  function shift(way: number | null): void {
    box.current?.toggleAttribute('data-swiped', way !== null);
    if (way === null) box.current?.style.removeProperty('--way');
    else box.current?.style.setProperty('--way', `${way}px`);
  }

  function end(isCancelled: boolean): void {
    const ended = swipe.current;
    swipe.current = null;
    if (ended?.isSwipe !== true) return;
    last.current = true;
    shift(null);
    setOpen(isCancelled ? ended.from > 0 : ended.way > width / 2);
  }

  const pointer = {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      last.current = false;
      if (event.pointerType === 'mouse') return;
      const from = isOpen ? width : 0;
      swipe.current = { x: event.clientX, y: event.clientY, from, way: from, isSwipe: false };
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      const current = swipe.current;
      if (current === null) return;
      const [x, y] = [event.clientX - current.x, event.clientY - current.y];
      if (!current.isSwipe) {
        if (Math.hypot(x, y) < leastWay) return;
        if (Math.abs(y) > Math.abs(x)) {
          swipe.current = null;
          return;
        }
        current.isSwipe = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      const towardsStart = getComputedStyle(event.currentTarget).direction === 'rtl' ? x : -x;
      current.way = Math.min(width, Math.max(0, current.from + towardsStart));
      shift(current.way);
    },
    onPointerUp(event: PointerEvent<HTMLDivElement>) {
      const isTap = swipe.current !== null && !swipe.current.isSwipe;
      const isBeside = event.target instanceof Element && event.target.closest('[data-part=swipe-slide]') !== null;
      end(false);
      if (!isTap || !isBeside || !isOpen) return;
      // The browser may send no click after a swift swipe; if it does, it only covered the keys.
      last.current = true;
      close();
    },
    onPointerCancel: () => end(true),
  };
  return { box, isOpen, wasSwiped: () => last.current, open: () => setOpen(true), close, pointer };
}
