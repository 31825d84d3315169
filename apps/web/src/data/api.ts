import { currentLanguage } from '../i18n/text.ts';
import { useSession } from '../session/session-store.ts';
import { createClient } from './client.ts';
import { apiOrigin } from './host.ts';
import { createIntents, memoryStore } from './intents.ts';
import { createMoney } from './money.ts';
import { createUpload } from './uploads.ts';

let sessionExpired: () => void = () => {};

/** The router says what to do when the server no longer knows us (R-ERR-01). */
export function onSessionExpired(listener: () => void): void {
  sessionExpired = listener;
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
  onSessionExpired: () => sessionExpired(),
  onSuspended: () => suspended(),
};

export const api = createClient({ ...caller, fetch: (input, init) => fetch(input, init) });

export const uploadImage = createUpload(caller);

export const intents = createIntents(localStorage);

export const money = createMoney(api, intents);

/** For calls whose fields nobody may find on the device later: passwords, codes. Their intents live as long as the page. */
export const secretIntents = createIntents(memoryStore());
