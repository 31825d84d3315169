import { text } from '@candor/texts/console';
import Tooltip from '@mui/material/Tooltip';
import { useEffect, useState } from 'react';
import { formatAge, formatDecimal, formatExactTime, formatTime, formatUsd } from '../format/figures.ts';

/** An amount in USD or in the given currency. */
export function Amount({ value, currency }: { readonly value: string | null; readonly currency?: string }) {
  if (value === null || value === '') return <>{text.common.none}</>;
  return (
    <span className="num">{currency === undefined ? formatUsd(value) : `${formatDecimal(value)} ${currency}`}</span>
  );
}

/** Any other figure, e.g. lots, a price or a rate. */
export function Figure({ value }: { readonly value: string | number | null }) {
  return <span className="num">{formatDecimal(value === null ? null : String(value))}</span>;
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

/** Live "waiting for" duration. */
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
