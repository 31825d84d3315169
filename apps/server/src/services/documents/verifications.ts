import type { CompanyId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { SubmissionOutcome, VerificationRecord, VerificationStore } from '../../ports/documents.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { KeyRing } from '../../ports/secrets.ts';
import { mapInSlices } from '../../ports/work.ts';
import type { FileLinks } from './file-links.ts';
import { blindIndexOf, seal, unsealWithRing } from './sealing.ts';

export interface IdentityClaim {
  readonly name: string;
  readonly number: string;
  /** Uploads by id or link. */
  readonly front: string;
  readonly reverse: string;
  readonly clientId: string | null;
}

/** State of an identity check as shown to its owner. */
export interface VerificationProgress {
  readonly status: 'none' | 'waiting' | 'approved' | 'rejected';
  readonly remark: string;
  readonly submittedAtMs: number | null;
  readonly reviewedAtMs: number | null;
  readonly maskedName: string;
  readonly maskedNumber: string;
}

const nothingSent: VerificationProgress = {
  status: 'none',
  remark: '',
  submittedAtMs: null,
  reviewedAtMs: null,
  maskedName: '',
  maskedNumber: '',
};

/** Identity checks as submitted by users. */
export class Verifications {
  readonly #store: VerificationStore;
  readonly #ring: KeyRing;
  readonly #links: FileLinks;
  readonly #clock: Clock;

  constructor(deps: { store: VerificationStore; ring: KeyRing; links: FileLinks; clock: Clock }) {
    this.#store = deps.store;
    this.#ring = deps.ring;
    this.#links = deps.links;
    this.#clock = deps.clock;
  }

  /** Submits all or nothing (R-KYC-07). */
  async submit(user: UserRecord, claim: IdentityClaim): Promise<SubmissionOutcome> {
    const { companyId, id: userId } = user;
    const [frontUpload, reverseUpload] = [claim.front, claim.reverse].map((text) => this.#links.uploadIdOf(text));
    if (!frontUpload || !reverseUpload) return 'uploadNotFound';
    const plainNumber = plainNumberOf(claim.number);
    const asked = JSON.stringify([userId, claim.name, plainNumber, frontUpload, reverseUpload]);
    return this.#store.submit({
      companyId,
      userId,
      nameSealed: this.#seal(companyId, userId, 'name', claim.name),
      numberSealed: this.#seal(companyId, userId, 'number', claim.number),
      numberIndex: blindIndexOf(this.#ring, 'document numbers', companyId, plainNumber),
      frontUpload,
      reverseUpload,
      clientId: claim.clientId,
      bodyHash: blindIndexOf(this.#ring, 'submissions', companyId, asked).toString('hex'),
      submittedAtMs: this.#clock.nowMs(),
    });
  }

  async stateOf(user: UserRecord): Promise<VerificationProgress> {
    const latest = await this.#store.latest(user.companyId, user.id);
    if (latest === null) return nothingSent;
    const { name, number } = readClaim(this.#ring, latest);
    const { status, remark, submittedAtMs, reviewedAtMs } = latest;
    return {
      status,
      remark,
      submittedAtMs,
      reviewedAtMs,
      maskedName: maskName(name),
      maskedNumber: maskNumber(number),
    };
  }

  #seal(companyId: CompanyId, userId: number, name: string, text: string): Buffer {
    return seal(this.#ring.current, { companyId, userId, name }, Buffer.from(text));
  }
}

/** Returns the submitted name and number in the clear; empty once erased. */
export function readClaim(
  ring: KeyRing,
  { user: { companyId, id: userId }, nameSealed, numberSealed }: VerificationRecord,
): { name: string; number: string } {
  const read = (name: string, sealed: Uint8Array | null) =>
    sealed === null ? '' : unsealWithRing(ring, { companyId, userId, name }, sealed).toString();
  return { name: read('name', nameSealed), number: read('number', numberSealed) };
}

/** Returns verified names by user id; users without one are left out. */
export type VerifiedNames = (companyId: CompanyId, userIds: readonly number[]) => Promise<ReadonlyMap<number, string>>;

/** Creates the function that reads verified names for operators' queues, in slices of a turn (R-CON-11, R-SEC-33). */
export function createVerifiedNames(store: Pick<VerificationStore, 'approvedNames'>, ring: KeyRing): VerifiedNames {
  return async (companyId, userIds) => {
    const sealed = await store.approvedNames(companyId, [...new Set(userIds)]);
    const names = await mapInSlices(sealed, ([userId, name]) => {
      const plain = unsealWithRing(ring, { companyId, userId, name: 'name' }, name).toString();
      return [userId, plain] as const;
    });
    return new Map(names);
  };
}

/** Normalizes a document number for lookups. */
function plainNumberOf(number: string): string {
  return number
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const dot = '•';

/** Masks a name: `John Miller` as `J••• M•••••`. */
export function maskName(name: string): string {
  const words = name.trim().split(/\s+/);
  return words.map((word) => Array.from(word, (letter, at) => (at === 0 ? letter : dot)).join('')).join(' ');
}

/** Masks a number: `12AB3456` as `12••••56`; shorter numbers show fewer letters. */
export function maskNumber(number: string): string {
  const letters = Array.from(number);
  const shown = letters.length >= 8 ? 2 : letters.length >= 5 ? 1 : 0;
  return letters.map((letter, at) => (at < shown || at >= letters.length - shown ? letter : dot)).join('');
}
