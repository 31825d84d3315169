import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { currentPush, endPush, pushState, subscribeToPush } from '../platform/push.ts';
import { useSession } from '../session/session-store.ts';
import { api } from './api.ts';
import { queryClient } from './queries.ts';

/** Time for which a trader who said “not now” is not asked again. */
const restMs = 30 * 24 * 3_600_000;

interface PushPrompt {
  /** Example in the open question, e.g. an alert; null while it is closed. */
  readonly example: string | null;
  /** Time of the last question; 0 if there was none. */
  readonly askedAtMs: number;
}

/** The question whether this device wants pushed notices; its time is kept across visits. */
export const usePushPrompt = create<PushPrompt>()(
  persist((): PushPrompt => ({ example: null, askedAtMs: 0 }), {
    name: 'candor.push',
    version: 1,
    partialize: ({ askedAtMs }) => ({ example: null, askedAtMs }),
  }),
);

/** Opens the question after an alert was set: once, then not for 30 days, and never in a browser that cannot push (R-ALR-10). */
export async function offerPush(example: string, nowMs: number = Date.now()): Promise<void> {
  if (nowMs - usePushPrompt.getState().askedAtMs < restMs || (await pushState()) !== 'off') return;
  usePushPrompt.setState({ example, askedAtMs: nowMs });
}

export function closePushPrompt(): void {
  usePushPrompt.setState({ example: null });
}

/** Subscribes this browser, after a press. Returns false if the browser or its user refuses. */
export async function allowPush(): Promise<boolean> {
  const { key } = await api.call('pushKey', {});
  const keys = await subscribeToPush(key);
  if (keys === null) return false;
  await api.call('addPushDevice', keys);
  refreshDevice();
  return true;
}

/** Ends pushed notices on this device. */
export async function stopPush(): Promise<void> {
  const keys = await currentPush();
  if (keys !== null) await api.call('removePushDevice', { endpoint: keys.endpoint });
  await endPush();
  refreshDevice();
}

/** Keys of queries that a change of this device makes stale. */
export const pushStateKey = ['mine', 'push-state'];

function refreshDevice(): void {
  void queryClient.invalidateQueries({ queryKey: pushStateKey });
}

/** Ties the subscription of this browser to the session of today: a browser may have renewed it, or the session may be a new one. */
export async function renewPush(): Promise<void> {
  if (useSession.getState().token === null || (await pushState()) !== 'on') return;
  const keys = await currentPush();
  if (keys !== null) await api.call('addPushDevice', keys);
}
