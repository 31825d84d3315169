import type { UserKey } from '../../ports/credentials.ts';
import type { Ids, Secrets } from '../../ports/secrets.ts';

const codes = 10;
const half = 5;
/** No letter that looks like a digit. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** Ten codes of ten letters, to be shown once. */
export function createRecoveryCodes(ids: Ids): string[] {
  return Array.from({ length: codes }, () => `${ids.letters(alphabet, half)}-${ids.letters(alphabet, half)}`);
}

/** What is stored of a code, typed with or without its dash. */
export function recoveryHash(secrets: Secrets, user: UserKey, code: string): Buffer {
  const letters = code.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return secrets.mac('recovery', `${user.companyId}/${user.userId}/${letters}`);
}
