import { create } from 'zustand';
import { apiOrigin } from './host.ts';

/** True if the server has a newer build than the one on screen. */
export const useAppUpdate = create<{ readonly isReady: boolean }>()(() => ({ isReady: false }));

export interface VersionDeps {
  /** The build on show, as its page says; null where nothing was built. */
  readonly own: string | null;
  readonly fetchVersion: () => Promise<string>;
  readonly onNewer: () => void;
}

/** Creates the check for a newer build; one request at a time. Failures are not shown (R-WIRE-20, R-ERR-03). */
export function createVersionCheck({ own, fetchVersion, onNewer }: VersionDeps): () => Promise<void> {
  let asking: Promise<void> | null = null;
  async function ask(): Promise<void> {
    try {
      if ((await fetchVersion()) !== own) onNewer();
    } catch {
      // No network, or a server that is starting: the next check asks again.
    } finally {
      asking = null;
    }
  }
  return () => {
    if (own === null) return Promise.resolve();
    asking ??= ask();
    return asking;
  };
}

const askEveryMs = 30 * 60_000;
const timeoutMs = 10_000;

/** Checks after each reconnect, when the page becomes visible, and every 30 minutes. */
export function startVersionChecks(onReconnected: (listener: () => void) => void, onNewer: () => void): void {
  const own = document.querySelector<HTMLMetaElement>('meta[name="candor-build"]')?.content ?? null;
  const check = createVersionCheck({
    own,
    fetchVersion,
    onNewer: () => {
      useAppUpdate.setState({ isReady: true });
      onNewer();
    },
  });
  onReconnected(() => void check());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void check();
  });
  setInterval(() => void check(), askEveryMs);
}

/** True if the server answers now. */
export function isServerThere(): Promise<boolean> {
  return fetchVersion().then(
    () => true,
    () => false,
  );
}

async function fetchVersion(): Promise<string> {
  const address = `${apiOrigin(new URL(location.href))}/manifest.json`;
  const response = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) });
  const { version } = (await response.json()) as { version: unknown };
  if (typeof version !== 'string') throw new Error('No version');
  return version;
}
