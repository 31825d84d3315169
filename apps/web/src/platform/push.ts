import { workers } from './service-worker.ts';

/** State of pushed notices on this device: impossible, refused by the browser, off or on. */
export type PushState = 'missing' | 'blocked' | 'off' | 'on';

/** A browser's subscription in the fields of the call. */
export interface PushKeys {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

function isPossible(): boolean {
  return workers() !== undefined && 'PushManager' in globalThis && 'Notification' in globalThis;
}

/** Returns the state without asking the user for anything. */
export async function pushState(): Promise<PushState> {
  if (!isPossible()) return 'missing';
  if (Notification.permission === 'denied') return 'blocked';
  const keys = Notification.permission === 'granted' ? await currentPush() : null;
  return keys === null ? 'off' : 'on';
}

/** Returns the subscription of this browser; null without one. */
export async function currentPush(): Promise<PushKeys | null> {
  if (!isPossible()) return null;
  const registration = await workers()?.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription == null ? null : keysOf(subscription);
}

/**
 * Asks for permission, which a browser allows after a gesture only, and subscribes. Returns null if the user or the
 * browser refuses. Rejects if the push service cannot be reached.
 */
export async function subscribeToPush(serverKey: string): Promise<PushKeys | null> {
  if (!isPossible() || (await Notification.requestPermission()) !== 'granted') return null;
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: serverKey,
  });
  return keysOf(subscription);
}

/** Ends the subscription of this browser. */
export async function endPush(): Promise<void> {
  const registration = await workers()?.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

function keysOf(subscription: PushSubscription): PushKeys | null {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  return endpoint === undefined || p256dh === undefined || auth === undefined ? null : { endpoint, p256dh, auth };
}
