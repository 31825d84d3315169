import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Ids } from '../../ports/secrets.ts';

export const randomIds: Ids = {
  token: () => randomBytes(32).toString('base64url'),
  uuid: () => randomUUID(),
  digits: (length) => {
    const first = String(randomInt(1, 10));
    return first + Array.from({ length: length - 1 }, () => String(randomInt(0, 10))).join('');
  },
  letters: (alphabet, length) => Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join(''),
};
