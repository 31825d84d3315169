import { api, secretIntents } from './api.ts';
import { logOut } from './identity.ts';

/** The history of years takes a while to write. */
const timeoutMs = 120_000;

/** Everything that is kept about the user, as a JSON file, or as a PDF with long lists shortened. */
export function fetchOwnData(format: 'json' | 'pdf'): Promise<Blob> {
  return api.file('ownData', { format }, { timeoutMs });
}

/** Closes the account for good, and leaves it on this device. */
export async function closeAccount(): Promise<void> {
  await secretIntents.send(api, 'closeAccount', {});
  logOut();
}
