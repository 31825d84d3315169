import type { RefObject } from 'react';
import { useLayoutEffect, useState } from 'react';
import { quotes } from '../data/quotes.ts';
import layoutStyles from '../ui/layout.module.css';

/** Distance in px beyond the scroller's edge at which a row is rendered: more than a frame of scrolling. */
const nearPx = 400;

interface Row {
  readonly id: number;
  readonly onNear: () => void;
}

const observers = new WeakMap<Element, IntersectionObserver>();
const rows = new WeakMap<Element, Row>();

/** True if the element is in a row that is marked as far out of sight. */
export function isOffscreen(element: Element): boolean {
  return element.closest('[data-far]') !== null;
}

/**
 * Returns true once a row of a long list has been near the visible area: a phone shows ten of seventy rows, and the
 * others need no figures yet. A row that is far away again is marked, and its figures wait; as it comes near they are
 * painted before it is visible.
 * @param isFirst true for the first rows of the list, which are near from the first frame on.
 */
export function useRowNear(row: RefObject<HTMLElement | null>, id: number, isFirst: boolean): boolean {
  const [wasNear, setWasNear] = useState(isFirst);
  useLayoutEffect(() => {
    const element = row.current;
    if (element === null) return undefined;
    const scroller = element.closest(`.${layoutStyles.screen}`) ?? document.documentElement;
    rows.set(element, { id, onNear: () => setWasNear(true) });
    if (isFirst) {
      mark(element, true);
      return undefined;
    }
    const observer = observers.get(scroller) ?? observerOf(scroller);
    observers.set(scroller, observer);
    observer.observe(element);
    return () => observer.unobserve(element);
  }, [row, id, isFirst]);
  return wasNear || isFirst;
}

function observerOf(root: Element): IntersectionObserver {
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) mark(target, isIntersecting);
    },
    { root: root === document.documentElement ? null : root, rootMargin: `${nearPx}px 0px` },
  );
}

function mark(element: Element, isNear: boolean): void {
  const wasFar = element.hasAttribute('data-far');
  element.toggleAttribute('data-far', !isNear);
  const row = rows.get(element);
  if (row === undefined || !isNear) return;
  row.onNear();
  if (wasFar) quotes.repaint(row.id);
}
