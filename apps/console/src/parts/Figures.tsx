import { text } from '@candor/texts/console';
import Tooltip from '@mui/material/Tooltip';
import { useEffect, useState } from 'react';
import { formatAge, formatDecimal, formatExactTime, formatTime, formatUsd } from '../format/figures.ts';

/** An amount in USD without its unit, or in the given currency with it; at least two decimals. */
export function Amount({ value, currency }: { readonly value: string | null; readonly currency?: string }) {
  if (value === null || value === '') return <>{text.common.none}</>;
  return (
    <span className="num">{currency === undefined ? formatUsd(value) : `${formatDecimal(value, 2)} ${currency}`}</span>
  );
}

/** Rate of a currency, as units per 1 USD. */
export function Rate({ value, currency }: { readonly value: string; readonly currency: string }) {
  return <span className="num">{text.payWays.rateOf(formatDecimal(value), currency)}</span>;
}

/** Any other figure, e.g. lots, a price or a rate. */
export function Figure({ value }: { readonly value: string | number | null }) {
  return <span className="num">{formatDecimal(value === null ? null : String(value))}</span>;
}

/** A price with all digits of its instrument, trailing zeros too. */
export function Price({ value }: { readonly value: string | null }) {
  return <span className="num">{formatDecimal(value, value?.split('.')[1]?.length)}</span>;
}

/** A time; hover and focus show its seconds and time zone. */
export function Moment({ ms }: { readonly ms: number | null }) {
  if (ms === null) return <>{text.common.none}</>;
  return (
    <Tooltip title={formatExactTime(ms)}>
      <time className="num" dateTime={new Date(ms).toISOString()}>
        {formatTime(ms)}
      </time>
    </Tooltip>
  );
}

const clockEveryMs = 20_000;

/** Current time, renewed three times a minute. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), clockEveryMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

/** Live "waiting for" duration. */
export function Waited({ since }: { readonly since: number }) {
  const nowMs = useNow();
  return (
    <Tooltip title={formatExactTime(since)}>
      <span className="num">{formatAge(nowMs - since)}</span>
    </Tooltip>
  );
}
