import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../ports/clock.ts';
import { clockSkewMs, type RateCounts, type WorkAsked, type WorkProofs } from '../../ports/guards.ts';
import type { Ids, Secrets } from '../../ports/secrets.ts';
import { expiryNowMs } from './tokens.ts';

/** Header carrying the proof on the repeated call. */
export const workHeader = 'proof-of-work';
/** Least and most bits asked for: about 10 ms to some seconds on a phone. */
export const leastWork = 13;
export const mostWork = 20;
/** Validity of a challenge; used ones are remembered for as long. */
export const workLifeMs = 2 * 60_000;
/** Bits by which the required work may grow while the client computes. */
const growthAllowed = 2;
const givenMax = 200;

/**
 * Stateless proofs of work after hashcash: a challenge carries its expiry and difficulty, signed together with the
 * call, account and network it was issued for (R-SES-32).
 */
export class SignedWorkProofs implements WorkProofs {
  readonly #secrets: Secrets;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #used: RateCounts;

  constructor(deps: { secrets: Secrets; clock: Clock; ids: Ids; used: RateCounts }) {
    this.#secrets = deps.secrets;
    this.#clock = deps.clock;
    this.#ids = deps.ids;
    this.#used = deps.used;
  }

  ask(purpose: string, difficulty: number): WorkAsked {
    const asked = `${expiryNowMs(this.#clock) + workLifeMs}.${difficulty}.${this.#ids.token()}`;
    return {
      algorithm: 'sha256',
      challenge: `${asked}.${this.#sign(purpose, asked).toString('base64url')}`,
      difficulty,
      expires_in_ms: workLifeMs,
      header: workHeader,
    };
  }

  async isDone(purpose: string, difficulty: number, given: string | null): Promise<boolean> {
    if (given === null || given.length > givenMax) return false;
    const challenge = given.slice(0, Math.max(0, given.lastIndexOf(':')));
    const [ends = '', bits = '', random = '', signature = ''] = challenge.split('.');
    const signed = Buffer.from(signature, 'base64url');
    const expected = this.#sign(purpose, `${ends}.${bits}.${random}`);
    if (signed.length !== expected.length || !timingSafeEqual(signed, expected)) return false;
    const nowMs = expiryNowMs(this.#clock);
    const isLive = Number(ends) > nowMs && Number(ends) <= nowMs + workLifeMs + clockSkewMs;
    const isHardEnough = Number(bits) >= difficulty - growthAllowed;
    if (!isLive || !isHardEnough || leadingZeroBits(given) < Number(bits)) return false;
    return (await this.#used.add(random)) === 1;
  }

  #sign(purpose: string, asked: string): Buffer {
    return this.#secrets.mac('work', `${purpose}\n${asked}`);
  }
}

/** Returns the bits to ask for: 0 below `free`, then more each time the excess doubles, in units of `step`. */
export function workFor(count: number, free: number, step: number): number {
  if (count < free) return 0;
  return Math.min(mostWork, leastWork + Math.floor(Math.log2(1 + (count - free) / step)));
}

function leadingZeroBits(text: string): number {
  const hash = createHash('sha256').update(text).digest();
  const byte = hash.findIndex((one) => one !== 0);
  return byte < 0 ? hash.length * 8 : byte * 8 + Math.clz32(hash[byte] ?? 0) - 24;
}
