/** Gesture that the chart's library does not get, from its decision to its end. */
export interface Grab {
  readonly move: (x: number, y: number) => void;
  /** `isWhole` is false if the system has broken the gesture off. */
  readonly end: (isWhole: boolean) => void;
}

export interface TouchPlans {
  /** Takes a finger that rests; null leaves it to the library. */
  readonly hold: (x: number, y: number, target: Element) => Grab | null;
  /** Takes a finger that moves up or down from where it came down; null leaves it to the library. */
  readonly drag: (x: number, y: number, target: Element) => Grab | null;
}

const holdMs = 250;
const movedPx = 6;

interface Watched {
  readonly id: number;
  readonly start: TouchEvent;
  readonly x: number;
  readonly y: number;
  readonly timer: ReturnType<typeof setTimeout>;
  grab: Grab | null;
  /** True while it is taken for a finger that rests, and no move has come since. */
  isResting: boolean;
}

/**
 * Watches the touches of an element before the chart's library does. Until a finger rests or moves the library does not
 * know of it; a gesture without a plan is handed over from its beginning.
 */
export function watchTouches(element: HTMLElement, plans: TouchPlans): () => void {
  const handedOver = new WeakSet<Event>();
  let watched: Watched | null = null;
  function handOver(): void {
    if (watched === null) return;
    clearTimeout(watched.timer);
    const { start } = watched;
    watched = null;
    const again = copyOf(start);
    handedOver.add(again);
    start.target?.dispatchEvent(again);
  }

  function onStart(event: TouchEvent): void {
    if (handedOver.has(event) || isControl(event.target)) return;
    const [touch] = event.changedTouches;
    if (watched !== null) return watched.grab === null ? handOver() : event.stopPropagation();
    if (event.touches.length > 1 || touch === undefined) return;
    event.stopPropagation();
    const [x, y] = placeIn(element, touch);
    const timer = setTimeout(() => {
      if (watched === null || watched.grab !== null) return;
      watched.grab = plans.hold(x, y, event.target as Element);
      watched.isResting = true;
      if (watched.grab === null) handOver();
    }, holdMs);
    watched = { id: touch.identifier, start: event, x, y, timer, grab: null, isResting: false };
  }

  function onMove(event: TouchEvent): void {
    const touch = [...event.changedTouches].find(({ identifier }) => identifier === watched?.id);
    if (watched === null || touch === undefined) return;
    const [x, y] = placeIn(element, touch);
    if (watched.isResting) leaveRest(watched, event, Math.hypot(x - watched.x, y - watched.y));
    if (watched.grab === null) {
      const [dx, dy] = [Math.abs(x - watched.x), Math.abs(y - watched.y)];
      if (dx + dy < movedPx) return event.stopPropagation();
      clearTimeout(watched.timer);
      const target = watched.start.target as Element;
      watched.grab = dy > dx ? plans.drag(watched.x, watched.y, target) : null;
      if (watched.grab === null) return handOver();
    }
    event.preventDefault();
    event.stopPropagation();
    watched.grab.move(x, y);
  }

  function onEnd(event: TouchEvent): void {
    if (watched === null || ![...event.changedTouches].some(({ identifier }) => identifier === watched?.id)) return;
    const { grab, timer } = watched;
    if (grab === null) return handOver();
    clearTimeout(timer);
    watched = null;
    // No click follows, and the library never knew of the finger.
    if (event.cancelable) event.preventDefault();
    event.stopPropagation();
    grab.end(event.type === 'touchend');
  }

  const leaving = new AbortController();
  const options = { capture: true, passive: false, signal: leaving.signal };
  element.addEventListener('touchstart', onStart, options);
  element.addEventListener('touchmove', onMove, options);
  element.addEventListener('touchend', onEnd, options);
  element.addEventListener('touchcancel', onEnd, options);
  return () => {
    clearTimeout(watched?.timer);
    leaving.abort();
  };
}

/**
 * Ends the rest of a finger that moved off in time, by the clock of the touches: on a slow phone the timer may run out
 * before the move is handed over.
 */
function leaveRest(watched: Watched, { timeStamp }: TouchEvent, wayPx: number): void {
  watched.isResting = false;
  if (timeStamp - watched.start.timeStamp >= holdMs || wayPx < movedPx) return;
  watched.grab?.end(false);
  watched.grab = null;
}

/** Returns the place of a point of the screen in an element. */
export function placeIn(element: Element, { clientX, clientY }: Pick<Touch, 'clientX' | 'clientY'>): [number, number] {
  const box = element.getBoundingClientRect();
  return [clientX - box.left, clientY - box.top];
}

function copyOf(start: TouchEvent): TouchEvent {
  const { bubbles, cancelable, composed } = start;
  const [touches, targetTouches, changedTouches] = [start.touches, start.targetTouches, start.changedTouches];
  return new TouchEvent(start.type, {
    bubbles,
    cancelable,
    composed,
    touches: [...touches],
    targetTouches: [...targetTouches],
    changedTouches: [...changedTouches],
  });
}

/** True for parts over the chart that take touches themselves. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button') !== null;
}
