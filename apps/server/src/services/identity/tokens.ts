import { createHash } from 'node:crypto';
import type { TenantId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { IdentityStore, TokenRecord, UserRecord } from '../../ports/identity-store.ts';
import type { Ids } from '../../ports/ids.ts';

export interface Session {
  readonly user: UserRecord;
  readonly sessionId: string;
}

/** A session ends after so long without use, and at the latest after the second span (R-SES-03). */
const idleMaxMs = 7 * 24 * 3_600_000;
const lifetimeMaxMs = 30 * 24 * 3_600_000;
const touchEveryMs = 60_000;
const cacheMs = 5_000;
const cacheMax = 50_000;

/** Opaque tokens of 256 random bits; only their SHA-256 is stored (R-SES-02). */
export class Tokens {
  readonly #store: IdentityStore;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #cache = new Map<string, { session: Session; readUntilMs: number }>();

  constructor(deps: { store: IdentityStore; clock: Clock; ids: Ids }) {
    this.#store = deps.store;
    this.#clock = deps.clock;
    this.#ids = deps.ids;
  }

  async issue(user: UserRecord, userAgent: string): Promise<string> {
    const token = this.#ids.token();
    const nowMs = this.#clock.nowMs();
    await this.#store.addToken({
      tokenHash: hashOf(token),
      companyId: user.companyId,
      sessionId: this.#ids.uuid(),
      userId: user.id,
      createdAtMs: nowMs,
      lastSeenAtMs: nowMs,
      expiresAtMs: nowMs + lifetimeMaxMs,
      userAgent: userAgent.slice(0, 256),
    });
    return token;
  }

  /** The session of a token at a company; null when it is unknown there, ended or too long unused (R-COM-05). */
  async authenticate(token: string, companyId: TenantId): Promise<Session | null> {
    if (token.length === 0 || token.length > 256) return null;
    const cached = this.#cache.get(token);
    // Another company's token is none here, and asking with it costs its owner nothing.
    if (cached !== undefined && cached.session.user.companyId !== companyId) return null;
    if (cached !== undefined && cached.readUntilMs > this.#clock.monotonicMs()) return cached.session;
    this.#cache.delete(token);
    const tokenHash = hashOf(token);
    const found = await this.#store.findByToken(companyId, tokenHash);
    if (found === null || !(await this.#isAlive(found.token))) return null;
    const session = { user: found.user, sessionId: found.token.sessionId };
    if (this.#cache.size >= cacheMax) this.#cache.clear();
    this.#cache.set(token, { session, readUntilMs: this.#clock.monotonicMs() + cacheMs });
    return session;
  }

  async end(token: string, companyId: TenantId): Promise<void> {
    this.#cache.delete(token);
    await this.#store.removeToken(companyId, hashOf(token));
  }

  async #isAlive(record: TokenRecord): Promise<boolean> {
    const nowMs = this.#clock.nowMs();
    if (nowMs >= record.expiresAtMs || nowMs - record.lastSeenAtMs > idleMaxMs) {
      await this.#store.removeToken(record.companyId, record.tokenHash);
      return false;
    }
    if (nowMs - record.lastSeenAtMs > touchEveryMs)
      await this.#store.touchToken(record.companyId, record.tokenHash, nowMs);
    return true;
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
