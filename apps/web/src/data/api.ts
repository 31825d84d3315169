import { doWork } from '@candor/work-proof/work';
import { create } from 'zustand';
import type { EarlyAnswers } from '../boot/early-answers.ts';
import { takeEarlyAnswer } from '../boot/early-answers.ts';
import { currentLanguage } from '../i18n/text.ts';
import { randomHex } from '../platform/random-id.ts';
import { useSession } from '../session/session-store.ts';
import { useSettings } from '../session/settings-store.ts';
import { type CallOverSocket, createClient } from './client.ts';
import { apiOrigin } from './host.ts';
import { createIntents, memoryStore } from './intents.ts';
import { createMoney } from './money.ts';
import { createUpload } from './uploads.ts';

let sessionExpired: () => void = () => {};

/** Sets the listener for an expired session (R-ERR-01). */
export function onSessionExpired(listener: () => void): void {
  sessionExpired = listener;
}

/** Reports an expired session, found by a call or over the socket. */
export function expireSession(): void {
  sessionExpired();
}

let suspended: () => void = () => {};

/** Sets the listener for a company that goes out of service while the app is open (R-COM-02). */
export function onSuspended(listener: () => void): void {
  suspended = listener;
}

let callOverSocket: CallOverSocket = () => null;

/** Sets the way over the open socket; before, every call goes over HTTP. */
export function onCallOverSocket(call: CallOverSocket): void {
  callOverSocket = call;
}

const userId = () => useSession.getState().user?.id ?? null;

const caller = {
  origin: apiOrigin(new URL(location.href)),
  language: currentLanguage,
  token: () => useSession.getState().token,
  onSessionExpired: expireSession,
  onSuspended: () => suspended(),
};

const early = (window as { candorEarly?: EarlyAnswers }).candorEarly;

/** True if the page has requested this path before the app started, and nobody has taken the answer yet. */
export function hasEarlyAnswer(path: string): boolean {
  return [...(early?.keys() ?? [])].some((key) => key.split(' ', 1)[0]?.endsWith(path) === true);
}

export const api = createClient({
  ...caller,
  countWrite,
  device: () => useSettings.getState().device,
  doWork,
  overSocket: (...asked) => callOverSocket(...asked),
  userId,
  fetch: (url, init) => takeEarlyAnswer(early, url, init) ?? fetch(url, init),
});

const upload = createUpload(caller);

export const uploadImage: typeof upload = (...image) => countWrite(upload(...image));

export const intents = createIntents(localStorage, Date.now, randomHex, userId);

export const money = createMoney(api, intents);

/** Intents of calls with secret fields, such as passwords and codes. They are kept in memory and end with the page. */
export const secretIntents = createIntents(memoryStore());

/** Number of state changes in progress, including their retries. */
export const useWrites = create<{ readonly underWay: number }>()(() => ({ underWay: 0 }));

/** Counts a state change while it is in progress. */
function countWrite<Data>(call: Promise<Data>): Promise<Data> {
  const change = (by: number) => useWrites.setState(({ underWay }) => ({ underWay: underWay + by }));
  change(1);
  return call.finally(() => change(-1));
}
