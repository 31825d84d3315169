import { useEffect, useState } from 'react';

/** Wait before a code can be requested again (R-CON-05). */
const cooldownMs = 60_000;
/** Longest wait that the server may set after many requests. */
const longestMs = 15 * 60_000;
const storageKey = 'candor.cooldowns';

interface CooldownStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** Ends of the waits by purpose; neither the recipient nor the code is stored. */
type Ends = Readonly<Record<string, number>>;

/** Returns waits that survive a reload of the page. */
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
    /** Whole seconds until the next code; 0 if it may be requested now, or if the clock was set back. */
    secondsLeft(purpose: string): number {
      const left = (read()[purpose] ?? 0) - now();
      return left > 0 && left <= longestMs ? Math.ceil(left / 1_000) : 0;
    },
  };
}

/** Wait before the next code of one purpose, counted down once a second. */
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
