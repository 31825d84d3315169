import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { LoopDelay, LoopFigures } from '../../ports/work.ts';

export interface LoopMonitorOptions {
  readonly windowMs: number;
  /** Threshold of a window's longest delay for a warning. */
  readonly warnAboveMs: number;
  /** Minimum time between warnings. */
  readonly quietMs: number;
  readonly onWindow: (figures: LoopFigures, isWarning: boolean) => void;
}

/** The timer that measures fires at this pace; delays are what is beyond it. */
const resolutionMs = 5;

/** Measures how late turns of this thread are, and reports each window's figures (R-SEC-34). */
export function startLoopMonitor({ windowMs, warnAboveMs, quietMs, onWindow }: LoopMonitorOptions): () => void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  let quietUntilMs = 0;
  const timer = setInterval(() => {
    const figures = {
      p50Ms: toDelayMs(delays.percentile(50)),
      p99Ms: toDelayMs(delays.percentile(99)),
      maxMs: toDelayMs(delays.max),
    };
    delays.reset();
    const isWarning = figures.maxMs > warnAboveMs && performance.now() >= quietUntilMs;
    if (isWarning) quietUntilMs = performance.now() + quietMs;
    onWindow(figures, isWarning);
  }, windowMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    delays.disable();
  };
}

function toDelayMs(nanoseconds: number): number {
  return Math.max(0, Math.round(nanoseconds / 1e5) / 10 - resolutionMs);
}

/** Warns of a delay that a trader could notice, at most once a minute; every window is logged at level `info`. */
const watch = { windowMs: 10_000, warnAboveMs: 100, quietMs: 60_000 };

interface FiguresLog {
  info(figures: LoopFigures, message: string): void;
  warn(figures: LoopFigures, message: string): void;
}

/** Logs the delays of the trading thread and keeps the last window's for metrics (R-SEC-34). */
export function watchLoop(log: FiguresLog): { readonly loop: LoopDelay; readonly stop: () => void } {
  let latest: LoopFigures | null = null;
  const stop = startLoopMonitor({
    ...watch,
    onWindow: (figures, isWarning) => {
      latest = figures;
      if (isWarning) log.warn(figures, 'trading thread late');
      else log.info(figures, 'trading thread');
    },
  });
  const loop = {
    windowMs: watch.windowMs,
    get latest() {
      return latest;
    },
  };
  return { loop, stop };
}
