import { text } from '@candor/texts/console';
import Tooltip from '@mui/material/Tooltip';
import { useEffect, useState } from 'react';
import { formatDecimal, formatUsd } from '../format/decimal.ts';
import { formatAge, formatExactTime, formatTime } from '../format/time.ts';

/** An amount in USD, or in the currency named. */
export function Amount({ value, currency }: { readonly value: string | null; readonly currency?: string }) {
  if (value === null || value === '') return <>{text.common.none}</>;
  return (
    <span className="num">{currency === undefined ? formatUsd(value) : `${formatDecimal(value)} ${currency}`}</span>
  );
}

/** Any other figure: lots, prices, rates. */
export function Figure({ value }: { readonly value: string | number | null }) {
  return <span className="num">{formatDecimal(value === null ? null : String(value))}</span>;
}

/** A moment; to the second, with its zone, on hover and focus. */
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

/** How long something waits by now; it goes on counting. */
export function Waited({ since }: { readonly since: number }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), clockEveryMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <Tooltip title={formatExactTime(since)}>
      <span className="num">{formatAge(nowMs - since)}</span>
    </Tooltip>
  );
}
