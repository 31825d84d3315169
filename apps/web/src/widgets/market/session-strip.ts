import { type Centre, centres, sessionsBetween } from '@candor/domain/calc/market-sessions';
import { nextTradingDayStart, tradingDayStart } from '@candor/domain/calc/trading-day';

/** A session in parts of the trading day, from 0 to 1. */
export interface StripSession {
  readonly centre: Centre;
  readonly start: number;
  readonly end: number;
  readonly isOpen: boolean;
}

export interface Strip {
  readonly startMs: number;
  readonly endMs: number;
  /** Place of now, from 0 to 1. */
  readonly now: number;
  readonly sessions: readonly StripSession[];
}

/** Returns the sessions of the trading day that holds an instant, cut at its ends (R-SCR-91). */
export function stripAt(nowMs: number): Strip {
  const startMs = tradingDayStart(nowMs);
  const endMs = nextTradingDayStart(nowMs);
  const place = (timeMs: number) => Math.min(1, Math.max(0, (timeMs - startMs) / (endMs - startMs)));
  return {
    startMs,
    endMs,
    now: place(nowMs),
    sessions: sessionsBetween(startMs, endMs)
      .toSorted((a, b) => centres.indexOf(a.centre) - centres.indexOf(b.centre))
      .map(({ centre, openMs, closeMs }) => ({
        centre,
        start: place(openMs),
        end: place(closeMs),
        isOpen: openMs <= nowMs && nowMs < closeMs,
      })),
  };
}
