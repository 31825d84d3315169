import { api, secretIntents } from './api.ts';
import { logOut } from './identity.ts';

/** The history of years takes a while to write. */
const timeoutMs = 120_000;

/** Everything that is kept about the user, as a JSON file. */
export function fetchOwnData(): Promise<Blob> {
  return api.file('ownData', {}, { timeoutMs });
}

/** Closes the account for good, and leaves it on this device. */
export async function closeAccount(): Promise<void> {
  await secretIntents.send(api, 'closeAccount', {});
  logOut();
}
