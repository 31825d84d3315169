import { useEffect, useState } from 'react';

const secondMs = 1_000;

/** Time left until an instant, h:mm:ss, updated every second; nothing once it has passed. */
export function Countdown({
  untilMs,
  withinMs = Number.POSITIVE_INFINITY,
  render,
}: {
  readonly untilMs: number | null;
  /** Longest time left at which it is shown, in ms. */
  readonly withinMs?: number;
  readonly render: (left: string) => React.ReactNode;
}) {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (untilMs === null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, [untilMs]);
  if (untilMs === null || untilMs <= nowMs || untilMs - nowMs > withinMs) return null;
  return render(leftText(untilMs - nowMs));
}

/** "2:03:09", or "3:09" below an hour. */
export function leftText(ms: number): string {
  const seconds = Math.ceil(ms / secondMs);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
