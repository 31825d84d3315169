import type { Chart } from 'klinecharts';
import { type RefObject, useEffect, useRef } from 'react';
import { prefersStill } from '../../../platform/media.ts';
import { useChartScope } from '../../../session/chart-scope.ts';
import type { ChartLayerHandle } from './chart-layer.ts';
import { type Crosshair, pointAt, pricePane, stepBars } from './crosshair.ts';
import type { LineGrip } from './line-grips.ts';
import { watchMouse } from './mouse-gestures.ts';
import { type Grab, watchTouches } from './touch-gestures.ts';

/** Distance in px by which the crosshair is above the finger that holds it. */
const aboveFingerPx = 44;
/** Distances in px from a line at which it is taken hold of. */
const reachPx = { finger: 22, mouse: 5 } as const;
const pageBars = 10;
const backMs = 320;

/**
 * Leads the crosshair by a finger that rests, by the mouse and by keys (R-SCR-80), and moves the lines of stops (R-SCR-18).
 */
export function useCrosshair(
  chart: Chart | null,
  stage: RefObject<HTMLElement | null>,
  crosshair: Crosshair,
  layer: ChartLayerHandle,
  onMenu: (x: number, y: number) => void,
): void {
  const { drawing } = useChartScope();
  const menu = useRef(onMenu);
  useEffect(() => {
    menu.current = onMenu;
  });
  useEffect(() => {
    const element = stage.current;
    if (chart === null || element === null) return undefined;
    const showAt = (x: number, y: number) => crosshair.set(pointAt(chart, x, y));
    const gripAt = (x: number, y: number, reach: number, target: Element): LineGrip | null => {
      const width = chart.getSize(pricePane, 'main')?.width ?? 0;
      if (drawing.getState().tool !== null) return null;
      return layer.grips.at(y, x <= width ? reach : -1, target);
    };
    const leaveTouches = watchTouches(element, {
      hold: (x, y, target) => {
        if (drawing.getState().tool !== null) return null;
        if (target.closest('[data-line]') !== null) return restingGrab(gripAt(x, y, -1, target), target);
        return readingGrab(x, y, {
          show: (toX, toY) => showAt(toX, Math.max(0, toY - aboveFingerPx)),
          end: (isStill) => {
            crosshair.set(null);
            if (isStill) menu.current(x, Math.max(0, y - aboveFingerPx));
          },
        });
      },
      drag: (x, y, target) => gripAt(x, y, reachPx.finger, target)?.grab() ?? null,
    });
    const leaveMouse = watchMouse(element, {
      hover: (x, y, target) => {
        showAt(x, y);
        element.toggleAttribute('data-grip', gripAt(x, y, reachPx.mouse, target) !== null);
      },
      leave: () => crosshair.set(null),
      press: (x, y, target) => gripAt(x, y, reachPx.mouse, target)?.grab() ?? null,
      menu: (x, y) => menu.current(x, y),
    });
    return () => {
      leaveTouches();
      leaveMouse();
    };
  }, [chart, stage, crosshair, layer, drawing]);
}

interface Reading {
  readonly show: (x: number, y: number) => void;
  /** `isStill`: the finger was lifted where it came down. */
  readonly end: (isStill: boolean) => void;
}

const stillPx = 8;

/** Crosshair of a finger that rests: it follows the finger until that is lifted. */
function readingGrab(fromX: number, fromY: number, { show, end }: Reading): Grab {
  let isStill = true;
  show(fromX, fromY);
  return {
    move: (x, y) => {
      isStill &&= Math.hypot(x - fromX, y - fromY) < stillPx;
      show(x, y);
    },
    end: (isWhole) => end(isWhole && isStill),
  };
}

/** A finger that rests on a tag may move its line next; if it does not, that was a tap. */
function restingGrab(grip: LineGrip | null, target: Element): Grab | null {
  if (grip === null) return null;
  const grab = grip.grab();
  let hasMoved = false;
  return {
    move: (x, y) => {
      hasMoved = true;
      grab.move(x, y);
    },
    end: (isWhole) => {
      grab.end(isWhole && hasMoved);
      if (isWhole && !hasMoved && target instanceof HTMLElement) target.click();
    },
  };
}

/** Handles a key pressed on the chart; returns true if it is one of the crosshair's. */
export function onChartKey(chart: Chart, crosshair: Crosshair, key: string): boolean {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    PageUp: -pageBars,
    PageDown: pageBars,
  };
  const bars = steps[key];
  if (bars !== undefined) stepBars(chart, crosshair, bars);
  else if (key === 'Escape' && crosshair.get() !== null) crosshair.set(null);
  else if (key === 'End') showLatest(chart, crosshair);
  else return false;
  return true;
}

/** Brings the forming bar back into view. */
export function showLatest(chart: Chart, crosshair: Crosshair): void {
  crosshair.set(null);
  chart.scrollToRealTime(prefersStill() ? 0 : backMs);
}
