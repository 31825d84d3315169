import type { TenantId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { SubmissionOutcome, VerificationRecord, VerificationStore } from '../../ports/documents.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { KeyRing } from '../../ports/secrets.ts';
import type { FileLinks } from './file-links.ts';
import { blindIndexOf, seal, unsealWithRing } from './sealing.ts';

export interface IdentityClaim {
  readonly name: string;
  readonly number: string;
  /** Uploads by their id or by a link to them. */
  readonly front: string;
  readonly reverse: string;
  readonly clientId: string | null;
}

/** Where somebody's identity check stands, as its owner may see it. */
export interface VerificationStanding {
  readonly status: 'none' | 'waiting' | 'approved' | 'rejected';
  readonly remark: string;
  readonly submittedAtMs: number | null;
  readonly reviewedAtMs: number | null;
  readonly maskedName: string;
  readonly maskedNumber: string;
}

const nothingSent: VerificationStanding = {
  status: 'none',
  remark: '',
  submittedAtMs: null,
  reviewedAtMs: null,
  maskedName: '',
  maskedNumber: '',
};

/** The identity check from its owner's side. */
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

  /** Submits whole or not at all (R-KYC-07). */
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

  async standingOf(user: UserRecord): Promise<VerificationStanding> {
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

  #seal(companyId: TenantId, userId: number, name: string, text: string): Buffer {
    return seal(this.#ring.current, { companyId, userId, name }, Buffer.from(text));
  }
}

/** What was submitted, in the clear; empty once it was erased. */
export function readClaim(ring: KeyRing, record: VerificationRecord): { name: string; number: string } {
  const { companyId, id: userId } = record.user;
  const read = (name: string, sealed: Uint8Array | null) =>
    sealed === null ? '' : unsealWithRing(ring, { companyId, userId, name }, sealed).toString();
  return { name: read('name', record.nameSealed), number: read('number', record.numberSealed) };
}

/** One form for a number however it was typed, so that it is found again. */
function plainNumberOf(number: string): string {
  return number
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const dot = '•';

/** `John Miller` as `J••• M•••••`: enough for its owner to know it by. */
export function maskName(name: string): string {
  const words = name.trim().split(/\s+/);
  return words.map((word) => Array.from(word, (letter, at) => (at === 0 ? letter : dot)).join('')).join(' ');
}

/** `12AB3456` as `12••••56`; of a short one fewer letters are left. */
export function maskNumber(number: string): string {
  const letters = Array.from(number);
  const shown = letters.length >= 8 ? 2 : letters.length >= 5 ? 1 : 0;
  return letters.map((letter, at) => (at < shown || at >= letters.length - shown ? letter : dot)).join('');
}
