import { doWork } from '@candor/work-proof/work';
import type { EarlyAnswers } from '../boot/early-answers.ts';
import { takeEarlyAnswer } from '../boot/early-answers.ts';
import { currentLanguage } from '../i18n/text.ts';
import { useSession } from '../session/session-store.ts';
import { useSettings } from '../session/settings-store.ts';
import { createClient } from './client.ts';
import { apiOrigin } from './host.ts';
import { createIntents, memoryStore } from './intents.ts';
import { createMoney } from './money.ts';
import { createUpload } from './uploads.ts';
import { countWrite } from './writes.ts';

let sessionExpired: () => void = () => {};

/** The router says what to do when the server no longer knows us (R-ERR-01). */
export function onSessionExpired(listener: () => void): void {
  sessionExpired = listener;
}

/** Tells it so, whichever way the server has said it: in answer to a call, or over the socket. */
export function expireSession(): void {
  sessionExpired();
}

let suspended: () => void = () => {};

/** The company was put out of service while the app stood open (R-COM-02). */
export function onSuspended(listener: () => void): void {
  suspended = listener;
}

const caller = {
  origin: apiOrigin(new URL(location.href)),
  language: currentLanguage,
  token: () => useSession.getState().token,
  onSessionExpired: expireSession,
  onSuspended: () => suspended(),
};

const early = (window as { candorEarly?: EarlyAnswers }).candorEarly;

/** Whether the page has asked for this before the app was there, and nobody has taken the answer yet. */
export function hasEarlyAnswer(path: string): boolean {
  return [...(early?.keys() ?? [])].some((key) => key.split(' ', 1)[0]?.endsWith(path) === true);
}

export const api = createClient({
  ...caller,
  countWrite,
  device: () => useSettings.getState().device,
  doWork,
  fetch: (url, init) => takeEarlyAnswer(early, url, init) ?? fetch(url, init),
});

const upload = createUpload(caller);

export const uploadImage: typeof upload = (...image) => countWrite(upload(...image));

export const intents = createIntents(localStorage);

export const money = createMoney(api, intents);

/** For calls whose fields nobody may find on the device later: passwords, codes. Their intents live as long as the page. */
export const secretIntents = createIntents(memoryStore());
