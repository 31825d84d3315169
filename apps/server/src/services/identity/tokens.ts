import { createHash } from 'node:crypto';
import type { CompanyId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { CredentialMark, IdentityStore, SignInDevice, TokenRecord, UserRecord } from '../../ports/identity.ts';
import type { Ids } from '../../ports/secrets.ts';

export interface Session {
  readonly user: UserRecord;
  readonly sessionId: string;
  /** Time of the last step-up; null if never. */
  readonly steppedUpAtMs: number | null;
}

/** Sessions and users dropped from the cache during a read of a session. */
interface Read {
  readonly sessionIds: Set<string>;
  readonly userIds: Set<number>;
  isVoid: boolean;
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
  /** Reads under way, and what was dropped meanwhile: a read from before is not cached after it. */
  readonly #reads = new Set<Read>();

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

  /** Starts a session of a user who has no credentials. */
  async issue(user: UserRecord, userAgent: string, device: SignInDevice | null = null): Promise<string> {
    const token = await this.#start(user, userAgent, { expected: null, device });
    if (token === null) throw new Error('Invariant: a session that expects nothing starts');
    return token;
  }

  /** Starts a session; null if the user was disabled or the credentials are not `expected` any more (R-SES-40). */
  issueIf(
    expected: CredentialMark,
    user: UserRecord,
    userAgent: string,
    { device, sessionId }: { readonly device: SignInDevice; readonly sessionId: string | undefined },
  ): Promise<string | null> {
    return this.#start(user, userAgent, { expected, device, sessionId });
  }

  async #start(
    user: UserRecord,
    userAgent: string,
    {
      expected,
      device,
      sessionId,
    }: { expected: CredentialMark | null; device: SignInDevice | null; sessionId?: string | undefined },
  ): Promise<string | null> {
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
    return (await this.#store.addToken(record, device, expected)) ? token : null;
  }

  /** Returns a token's session at a company; null if unknown there, ended or idle too long (R-COM-05). */
  async authenticate(token: string, companyId: CompanyId): Promise<Session | null> {
    const known = this.known(token, companyId);
    if (known !== undefined) return known;
    this.#cache.delete(token);
    const read: Read = { sessionIds: new Set(), userIds: new Set(), isVoid: false };
    this.#reads.add(read);
    try {
      return await this.#read(token, companyId, read);
    } finally {
      this.#reads.delete(read);
    }
  }

  /** Returns the session as `authenticate` does, from memory; undefined if it must be read. */
  known(token: string, companyId: CompanyId): Session | null | undefined {
    if (token.length === 0 || token.length > 256) return null;
    const cached = this.#cache.get(token);
    if (cached === undefined) return undefined;
    // Another company's token is invalid here and costs no lookup.
    if (cached.session.user.companyId !== companyId) return null;
    return cached.readUntilMs > this.#clock.monotonicMs() && this.#isCurrent() ? cached.session : undefined;
  }

  /** Reads a session and caches it, unless it was dropped meanwhile. */
  async #read(token: string, companyId: CompanyId, read: Read): Promise<Session | null> {
    const found = await this.#store.findByToken(companyId, hashOf(token));
    if (found === null || found.user.isDisabled || found.user.isClosed || !(await this.#isAlive(found.token)))
      return null;
    const { sessionId, steppedUpAtMs } = found.token;
    const session = { user: found.user, sessionId, steppedUpAtMs };
    const isDropped = read.isVoid || read.sessionIds.has(sessionId) || read.userIds.has(found.user.id);
    if (isDropped || !this.#isCurrent()) return session;
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

  /** False if the credentials are not `expected` any more. */
  async stepUp({ user, sessionId }: Session, expected: CredentialMark): Promise<boolean> {
    const key = { companyId: user.companyId, userId: user.id, sessionId };
    const isDone = await this.#store.markSteppedUp(key, expiryNowMs(this.#clock), expected);
    this.changed([sessionId]);
    return isDone;
  }

  /** Drops sessions from the cache after a change; they stay valid. */
  changed(sessionIds: readonly string[]): void {
    this.#drop(new Set(sessionIds));
  }

  /** Drops every session from the cache. */
  clear(): void {
    for (const read of this.#reads) read.isVoid = true;
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
    for (const read of this.#reads) read.userIds.add(userId);
    for (const [token, { session }] of this.#cache) if (session.user.id === userId) this.#cache.delete(token);
  }

  #drop(sessionIds: ReadonlySet<string>): void {
    for (const read of this.#reads) for (const sessionId of sessionIds) read.sessionIds.add(sessionId);
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
