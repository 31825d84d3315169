import type { ReactNode } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

const closeMs = 260;
const stack: HTMLElement[] = [];

/** Everything below the top overlay is inert: the focus cannot leave it, and a reader sees nothing else (DESIGN 7). */
function setInert(): void {
  const top = stack.at(-1);
  document.querySelector('.app')?.toggleAttribute('inert', top !== undefined);
  for (const host of stack) host.toggleAttribute('inert', host !== top);
}

/** The end of the closing motion. An overlay taken away before it must not close what has opened in its place. */
class Leaving {
  isGone = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  arrive(): void {
    this.isGone = false;
  }

  after(onEnd: () => void, ms: number): void {
    this.#timer = setTimeout(onEnd, ms);
  }

  cancel(): void {
    this.isGone = true;
    clearTimeout(this.#timer);
  }
}

export interface OverlayProps {
  readonly onClose: () => void;
  readonly className?: string;
  readonly children: (close: () => void) => ReactNode;
}

/**
 * What floats over the page: sheet, drawer or dialog with its scrim. It takes the focus and gives it back, closes on
 * Escape and on the scrim, and leaves the page only after its closing motion has run.
 */
export function Overlay({ onClose, className = '', children }: OverlayProps) {
  const host = useRef<HTMLDivElement>(null);
  const [leaving] = useState(() => new Leaving());
  const [phase, setPhase] = useState<'entering' | 'shown' | 'closing'>('entering');

  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const returnTo = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    leaving.arrive();
    stack.push(element);
    setInert();
    focusFirst(element);
    return () => {
      leaving.cancel();
      stack.splice(stack.indexOf(element), 1);
      setInert();
      returnTo?.focus({ preventScroll: true });
    };
  }, [leaving]);

  useEffect(() => {
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => setPhase('shown')));
    return () => cancelAnimationFrame(frame);
  }, []);

  function close(): void {
    if (phase === 'closing' || leaving.isGone) return;
    setPhase('closing');
    leaving.after(onClose, prefersStill() ? 0 : closeMs);
  }

  const state = phase === 'shown' ? 'is-shown' : phase === 'closing' ? 'is-closing' : '';
  return createPortal(
    <div
      ref={host}
      className={`overlay ${className} ${state}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <div className="scrim" onClick={close} />
      {children(close)}
    </div>,
    document.body,
  );
}

function focusFirst(element: HTMLElement): void {
  const target = element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector<HTMLElement>('[role]');
  target?.focus({ preventScroll: true });
}

function prefersStill(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
