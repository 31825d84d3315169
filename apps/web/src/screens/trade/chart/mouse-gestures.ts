import { type Grab, placeIn } from './touch-gestures.ts';

export interface MousePlans {
  readonly hover: (x: number, y: number, target: Element) => void;
  readonly leave: () => void;
  /** Takes a press; null leaves it to the chart's library. */
  /** Takes a press of the right button, or of the key that does the same. */
  readonly menu: (x: number, y: number) => void;
  readonly press: (x: number, y: number, target: Element) => Grab | null;
}

const movedPx = 3;

/** Watches the mouse over an element before the chart's library does. */
export function watchMouse(element: HTMLElement, plans: MousePlans): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;

  function onDown(event: MouseEvent): void {
    const target = event.target as Element;
    if (event.button !== 0 || target.closest('button') !== null) return;
    const [x, y] = placeIn(element, event);
    const grab = plans.press(x, y, target);
    if (grab === null) return;
    event.preventDefault();
    event.stopPropagation();
    followMouse({ element, signal, grab, fromY: y });
  }

  function onMenu(event: MouseEvent): void {
    event.preventDefault();
    // A finger that rests has its own way to the menu.
    if (event.button === 2) plans.menu(...placeIn(element, event));
  }

  const isMouse = (event: PointerEvent) => event.pointerType === 'mouse';
  element.addEventListener('mousedown', onDown, { capture: true, signal });
  element.addEventListener('contextmenu', onMenu, { capture: true, signal });
  element.addEventListener(
    'pointermove',
    (event) => {
      if (isMouse(event)) plans.hover(...placeIn(element, event), event.target as Element);
    },
    { signal },
  );
  element.addEventListener(
    'pointerleave',
    (event) => {
      if (isMouse(event)) plans.leave();
    },
    { signal },
  );
  return () => leaving.abort();
}

interface Following {
  readonly element: HTMLElement;
  readonly signal: AbortSignal;
  readonly grab: Grab;
  readonly fromY: number;
}

/** Follows the pressed mouse, wherever it goes; a click that ends a move does nothing else. */
function followMouse({ element, signal, grab, fromY }: Following): void {
  const ending = new AbortController();
  const options = { capture: true, signal: ending.signal };
  signal.addEventListener('abort', () => ending.abort(), { signal: ending.signal });
  let hasMoved = false;
  const onMove = (event: MouseEvent) => {
    const [x, y] = placeIn(element, event);
    hasMoved ||= Math.abs(y - fromY) >= movedPx;
    if (hasMoved) grab.move(x, y);
  };
  const onUp = () => {
    ending.abort();
    grab.end(hasMoved);
    if (hasMoved) swallowClick();
  };
  window.addEventListener('mousemove', onMove, options);
  window.addEventListener('mouseup', onUp, options);
}

function swallowClick(): void {
  const over = new AbortController();
  window.addEventListener('click', (event) => event.stopPropagation(), { capture: true, signal: over.signal });
  setTimeout(() => over.abort());
}
