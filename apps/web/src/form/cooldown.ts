import { useEffect, useState } from 'react';

/** A code can be asked for again after a minute (R-CON-05). */
const cooldownMs = 60_000;
/** The server may ask for more patience than that, when many were asked for. */
const longestMs = 15 * 60_000;
const storageKey = 'candor.cooldowns';

interface CooldownStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** What is kept is when the minute ends, by purpose: neither whom the code went to, nor what it was. */
type Ends = Readonly<Record<string, number>>;

/** Minutes of waiting that outlive a reload of the page. */
export function createCooldowns(store: CooldownStore, now: () => number = Date.now) {
  function read(): Ends {
    try {
      return JSON.parse(store.getItem(storageKey) ?? '{}') as Ends;
    } catch {
      return {};
    }
  }

  return {
    start(purpose: string, waitMs: number = cooldownMs): void {
      const running = Object.entries(read()).filter(([, end]) => end > now());
      store.setItem(
        storageKey,
        JSON.stringify({ ...Object.fromEntries(running), [purpose]: now() + Math.min(waitMs, longestMs) }),
      );
    },
    /** Whole seconds until the next code, 0 when it may be asked for. A clock that was set back does not lock anybody out. */
    secondsLeft(purpose: string): number {
      const left = (read()[purpose] ?? 0) - now();
      return left > 0 && left <= longestMs ? Math.ceil(left / 1_000) : 0;
    },
  };
}

/** The wait before the next code of one purpose, counted down once a second. */
export function useCooldown(purpose: string): {
  readonly secondsLeft: number;
  readonly start: (waitMs?: number) => void;
} {
  const [cooldowns] = useState(() => createCooldowns(localStorage));
  const [secondsLeft, setSecondsLeft] = useState(() => cooldowns.secondsLeft(purpose));
  const isWaiting = secondsLeft > 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => setSecondsLeft(cooldowns.secondsLeft(purpose)), 250);
    return () => clearInterval(timer);
  }, [cooldowns, isWaiting, purpose]);

  function start(waitMs?: number): void {
    cooldowns.start(purpose, waitMs);
    setSecondsLeft(cooldowns.secondsLeft(purpose));
  }

  return { secondsLeft, start };
}
