import { hash, type Options, verify } from '@node-rs/argon2';
import { HasherBusyError, type PasswordHasher } from '../../ports/secrets.ts';
import { FairTurns } from '../queues/fair-turns.ts';

/** OWASP's first choice for argon2id, the library's default variant: 19 MiB, two passes, one lane. */
const parameters: Options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** Hash of random bytes that were discarded, with the same parameters. */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$BSN+S+3KRD8JffZzkcR52w$SUt0VUKJ2e05SSKLIk6zM2Z3yApeoDMJtHqARcDy2CI';

const atOnceMax = 2;
const waitingMax = 64;

/** A separate queue for operators' passwords, so that guesses on one side do not block the other. */
export const operatorQueue = { atOnceMax: 1, waitingMax: 32 };

/**
 * argon2id with few concurrent calls: hashing is expensive and must not block everything else. Refuses calls when the
 * queue is longer than a few seconds of work.
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
