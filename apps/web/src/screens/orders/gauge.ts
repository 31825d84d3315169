export const gaugeTicks = 51;
const watchShare = 0.8;

export interface GaugeFacts {
  readonly ticks: readonly ('' | 'on' | 'm')[];
  readonly state: 'ok' | 'warn' | 'bad';
  /** Risk rate at the stop-out, the end of the gauge. */
  readonly max: number;
  readonly callAt: number;
  readonly callLabel: string;
  readonly stopLabel: string;
}

/**
 * Returns the gauge for a risk rate (margin ÷ equity), the inverse of the margin level: a margin call at level 100 % is
 * a risk of 100 %, a stop-out at 50 % is a risk of 200 %, the end of the gauge. Without equity the risk is beyond the
 * end.
 */
export function gaugeFacts(riskRate: string | null, callLevel = '100', stopLevel = '50'): GaugeFacts {
  const callRisk = 10_000 / Math.max(1, Number(callLevel));
  const max = 10_000 / Math.max(1, Number(stopLevel));
  const risk = riskRate === null ? max : Number(riskRate);
  const callAt = Math.min(1, callRisk / max);
  const filled = Math.round(Math.min(1, risk / max) * gaugeTicks);
  const callTick = Math.round(callAt * (gaugeTicks - 1));
  const ticks = Array.from({ length: gaugeTicks }, (_, index) => {
    if (index < filled) return 'on' as const;
    return index === callTick || index === gaugeTicks - 1 ? ('m' as const) : ('' as const);
  });
  const state = risk >= callRisk ? 'bad' : risk >= callRisk * watchShare ? 'warn' : 'ok';
  return { ticks, state, max, callAt, callLabel: `${Math.round(callRisk)}%`, stopLabel: `${Math.round(max)}%` };
}
