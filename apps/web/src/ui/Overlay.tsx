import type { ReactNode } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { create } from 'zustand';
import { prefersStill } from '../platform/media.ts';
import styles from './Overlay.module.css';

const closeMs = 260;
type Phase = 'entering' | 'shown' | 'closing';
const stack: HTMLElement[] = [];
/** Element that gets the focus back, by the overlay that took it. */
const returns = new Map<HTMLElement, HTMLElement>();

/**
 * Makes everything below the top overlay inert: the focus cannot leave it, and screen readers see nothing else (DESIGN
 * 7).
 */
function setInert(): void {
  const top = stack.at(-1);
  document.getElementById('root')?.toggleAttribute('inert', top !== undefined);
  for (const host of stack) host.toggleAttribute('inert', host !== top);
  useOverlays.setState({ open: stack.length });
}

/** End of the closing motion. An overlay removed before it must not close the one opened in its place. */
class Leaving {
  isGone = false;
  #onEnd: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get hasBegun(): boolean {
    return this.#onEnd !== null;
  }

  /** Shown for the first time, or again with its screen: a closing that the hidden screen interrupted ends now. */
  arrive(): void {
    this.isGone = false;
    if (this.#onEnd !== null) this.after(this.#onEnd, 0);
  }

  after(onEnd: () => void, ms: number): void {
    this.#onEnd = onEnd;
    this.#timer = setTimeout(onEnd, ms);
  }

  cancel(): void {
    this.isGone = true;
    clearTimeout(this.#timer);
  }
}

/** Returns the focus; an overlay opened from within this one returns it to the same place later. */
function giveBack(element: HTMLElement): void {
  const returnTo = returns.get(element);
  returns.delete(element);
  if (returnTo === undefined) return;
  for (const [other, within] of returns) if (element.contains(within)) returns.set(other, returnTo);
  returnTo.focus({ preventScroll: true });
}

/** A late frame must not show an overlay that was closed meanwhile. */
const onceIn = (phase: Phase): Phase => (phase === 'entering' ? 'shown' : phase);

export interface OverlayProps {
  readonly onClose: () => void;
  readonly className?: string | undefined;
  readonly children: (close: () => void) => ReactNode;
}

/**
 * Overlay over the page: sheet, drawer or dialog with its scrim. It takes the focus and returns it, closes on Escape
 * and on a press on the scrim, and is removed after its closing motion.
 */
export function Overlay({ onClose, className, children }: OverlayProps) {
  const host = useRef<HTMLDivElement>(null);
  const [leaving] = useState(() => new Leaving());
  const closer = useRef<Closer>(() => false);
  const [phase, setPhase] = useState<Phase>('entering');

  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    if (document.activeElement instanceof HTMLElement) returns.set(element, document.activeElement);
    leaving.arrive();
    stack.push(element);
    setInert();
    focusFirst(element);
    const forget = keepCloser(closer);
    document.addEventListener('keydown', onLostEscape);
    return () => {
      forget();
      leaving.cancel();
      stack.splice(stack.indexOf(element), 1);
      setInert();
      if (stack.length === 0) document.removeEventListener('keydown', onLostEscape);
      giveBack(element);
    };
  }, [leaving]);

  useEffect(() => {
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => setPhase(onceIn)));
    return () => cancelAnimationFrame(frame);
  }, []);

  function close(): boolean {
    if (leaving.hasBegun || leaving.isGone) return false;
    setPhase('closing');
    leaving.after(onClose, prefersStill() ? 0 : closeMs);
    return true;
  }
  useLayoutEffect(() => {
    closer.current = close;
  });

  return createPortal(
    <div
      ref={host}
      className={className}
      data-overlay={phase}
      // A closing overlay ignores presses: the second half of a double tap is not a second order (R-WIRE-09).
      onClickCapture={(event) => {
        if (leaving.hasBegun && isWithin(host.current, event.target)) event.stopPropagation();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <div className={styles.scrim} onClick={close} />
      {children(close)}
    </div>,
    document.body,
  );
}

/** True if the event comes from this overlay, not from one opened inside it, whose events pass through it in React. */
function isWithin(host: HTMLElement | null, target: EventTarget): boolean {
  return target instanceof Node && host?.contains(target) === true;
}

function focusFirst(element: HTMLElement): void {
  const target = element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector<HTMLElement>('[role]');
  target?.focus({ preventScroll: true });
}

/** Number of open sheets, drawers and dialogs. */
export const useOverlays = create<{ readonly open: number }>()(() => ({ open: 0 }));

/** Begins to close its overlay; returns false if it is already closing. */
export type Closer = () => boolean;

const closers: { current: Closer }[] = [];

/** Registers how an opened overlay is closed; returns the function that removes it. */
function keepCloser(closer: { current: Closer }): () => void {
  closers.push(closer);
  return () => void closers.splice(closers.indexOf(closer), 1);
}

/** Closes the top overlay; returns false if none is left. */
export function closeTopOverlay(): boolean {
  return closers.at(-1)?.current() ?? false;
}

/** Closes the top overlay on Escape also when the focused button was switched off, which moves the focus to the page. */
function onLostEscape(event: globalThis.KeyboardEvent): void {
  if (event.key === 'Escape' && event.target === document.body) closeTopOverlay();
}
