import { createHash } from 'node:crypto';
import type { CompanyId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { IdentityStore, SignInDevice, TokenRecord, UserRecord } from '../../ports/identity.ts';
import type { Ids } from '../../ports/secrets.ts';

export interface Session {
  readonly user: UserRecord;
  readonly sessionId: string;
  /** Time of the last step-up; null if never. */
  readonly steppedUpAtMs: number | null;
}

/** Idle timeout and maximum lifetime of a session (R-SES-03). */
const idleMaxMs = 7 * 24 * 3_600_000;
const lifetimeMaxMs = 30 * 24 * 3_600_000;
const touchEveryMs = 60_000;
const cacheMs = 5_000;
const cacheMax = 50_000;
const sessionIdForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Opaque tokens of 256 random bits; only their SHA-256 is stored (R-SES-02). */
export class Tokens {
  readonly #store: IdentityStore;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #onEnded: (sessionId: string) => void;
  readonly #isCurrent: () => boolean;
  readonly #cache = new Map<string, { session: Session; readUntilMs: number }>();
  /** Incremented at each ending, so that a read from before it is not cached after it. */
  #endings = 0;

  constructor(deps: {
    store: IdentityStore;
    clock: Clock;
    ids: Ids;
    onEnded?: (sessionId: string) => void;
    /** False while changes by other gateways do not arrive: then every call reads the database. */
    isCurrent?: () => boolean;
  }) {
    this.#store = deps.store;
    this.#clock = deps.clock;
    this.#ids = deps.ids;
    this.#onEnded = deps.onEnded ?? (() => undefined);
    this.#isCurrent = deps.isCurrent ?? (() => true);
  }

  async issue(
    user: UserRecord,
    userAgent: string,
    device: SignInDevice | null = null,
    sessionId?: string,
  ): Promise<string> {
    const token = this.#ids.token();
    const nowMs = this.#clock.nowMs();
    const record = {
      tokenHash: hashOf(token),
      companyId: user.companyId,
      sessionId: sessionId ?? this.#ids.uuid(),
      userId: user.id,
      createdAtMs: nowMs,
      lastSeenAtMs: nowMs,
      expiresAtMs: nowMs + lifetimeMaxMs,
      userAgent: userAgent.slice(0, 256),
      steppedUpAtMs: null,
    };
    await this.#store.addToken(record, device);
    return token;
  }

  /** Returns a token's session at a company; null if unknown there, ended or idle too long (R-COM-05). */
  async authenticate(token: string, companyId: CompanyId): Promise<Session | null> {
    if (token.length === 0 || token.length > 256) return null;
    const cached = this.#cache.get(token);
    // Another company's token is invalid here and costs no lookup.
    if (cached !== undefined && cached.session.user.companyId !== companyId) return null;
    if (cached !== undefined && cached.readUntilMs > this.#clock.monotonicMs() && this.#isCurrent())
      return cached.session;
    this.#cache.delete(token);
    const tokenHash = hashOf(token);
    const endings = this.#endings;
    const found = await this.#store.findByToken(companyId, tokenHash);
    if (found === null || found.user.isDisabled || !(await this.#isAlive(found.token))) return null;
    const { sessionId, steppedUpAtMs } = found.token;
    const session = { user: found.user, sessionId, steppedUpAtMs };
    if (endings !== this.#endings || !this.#isCurrent()) return session;
    if (this.#cache.size >= cacheMax) this.#cache.clear();
    this.#cache.set(token, { session, readUntilMs: this.#clock.monotonicMs() + cacheMs });
    return session;
  }

  async end(token: string, companyId: CompanyId): Promise<void> {
    const known = await this.#store.findByToken(companyId, hashOf(token));
    if (known === null) return;
    await this.#store.removeToken(companyId, hashOf(token));
    this.forget([known.token.sessionId]);
  }

  /** Returns false if the user has no such session. */
  async endSession(user: UserRecord, sessionId: string): Promise<boolean> {
    if (!sessionIdForm.test(sessionId)) return false;
    if (!(await this.#store.removeSession(user.companyId, user.id, sessionId))) return false;
    this.forget([sessionId]);
    return true;
  }

  async endOthers(user: UserRecord, keptSessionId: string): Promise<void> {
    this.forget(await this.#store.removeSessions(user.companyId, user.id, keptSessionId));
  }

  /** Returns live sessions, last used first. */
  async list(user: UserRecord): Promise<TokenRecord[]> {
    const nowMs = this.#clock.nowMs();
    const all = await this.#store.listSessions(user.companyId, user.id);
    return all.filter((token) => nowMs < token.expiresAtMs && nowMs - token.lastSeenAtMs <= idleMaxMs);
  }

  async stepUp(session: Session): Promise<void> {
    await this.#store.markSteppedUp(session.user.companyId, session.sessionId, expiryNowMs(this.#clock));
    this.changed([session.sessionId]);
  }

  /** Drops sessions from the cache after a change; they stay valid. */
  changed(sessionIds: readonly string[]): void {
    this.#drop(new Set(sessionIds));
  }

  /** Drops every session from the cache. */
  clear(): void {
    this.#endings += 1;
    this.#cache.clear();
  }

  /** Refuses ended sessions from now on and notifies their sockets (R-SES-20). */
  forget(sessionIds: readonly string[]): void {
    if (sessionIds.length === 0) return;
    this.#drop(new Set(sessionIds));
    for (const sessionId of sessionIds) this.#onEnded(sessionId);
  }

  /** Drops a user's cached sessions so that the next call reads the user again; the sessions stay valid. */
  renew(userId: number): void {
    this.#endings += 1;
    for (const [token, { session }] of this.#cache) if (session.user.id === userId) this.#cache.delete(token);
  }

  #drop(sessionIds: ReadonlySet<string>): void {
    this.#endings += 1;
    for (const [token, { session }] of this.#cache) if (sessionIds.has(session.sessionId)) this.#cache.delete(token);
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

/**
 * Returns the time for expiry of codes, tickets and proofs; setting the clock back does not extend them (R-TIME-10).
 */
export function expiryNowMs(clock: Clock): number {
  return clock.timerMs?.() ?? clock.nowMs();
}
