import { hash, type Options, verify } from '@node-rs/argon2';
import { HasherBusyError, type PasswordHasher } from '../../ports/secrets.ts';
import { FairTurns } from '../queues/fair-turns.ts';

/** OWASP's first choice for argon2id, which is the library's own choice of kind: 19 MiB, two passes, one lane. */
const parameters: Options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** Of a password of random bytes that nobody kept, under the same parameters. */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$BSN+S+3KRD8JffZzkcR52w$SUt0VUKJ2e05SSKLIk6zM2Z3yApeoDMJtHqARcDy2CI';

const atOnceMax = 2;
const waitingMax = 64;

/** Operators' passwords have a queue of their own, so that neither side's guesses keep the other out. */
export const operatorQueue = { atOnceMax: 1, waitingMax: 32 };

/**
 * argon2id, few at once: hashing is meant to cost, and must not be the way to stop everything else. A longer queue than
 * it can work off in some seconds is refused.
 */
export function createArgon2Hasher(limits = { atOnceMax, waitingMax }, cost: Options = parameters): PasswordHasher {
  const queue = new FairTurns(limits, () => new HasherBusyError('Too many passwords are being checked.'));
  return {
    hash: (password, network) => queue.run(network ?? '', () => hash(password, cost)),
    verify: (known, password, network) =>
      queue.run(network ?? '', async () => (await verify(known ?? nobodysHash, password)) && known !== null),
    load: () => queue.load,
  };
}
