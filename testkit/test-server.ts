import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { PoolClient } from 'pg';
import { captchaAlphabet } from '../apps/server/src/adapters/captcha/glyphs.ts';
import { captchaUrl } from '../apps/server/src/adapters/captcha/paint-captcha.ts';
import { systemClock } from '../apps/server/src/adapters/clock/system-clock.ts';
import { FolderFileStore } from '../apps/server/src/adapters/files/folder-file-store.ts';
import { ImageProcess } from '../apps/server/src/adapters/images/image-process.ts';
import { toKeyRing } from '../apps/server/src/adapters/keys/document-keys.ts';
import { createSecrets } from '../apps/server/src/adapters/keys/secrets-file.ts';
import { createLog } from '../apps/server/src/adapters/log/pino-log.ts';
import { createArgon2Hasher, operatorQueue } from '../apps/server/src/adapters/passwords/argon2-hasher.ts';
import { type OpenDatabase, openDatabase } from '../apps/server/src/adapters/postgres/database.ts';
import { migrateConnection } from '../apps/server/src/adapters/postgres/migrations/migrate.ts';
import { openSharedGuards, type SharedGuards } from '../apps/server/src/adapters/postgres/open-shared-guards.ts';
import { openStores } from '../apps/server/src/adapters/postgres/open-stores.ts';
import { setTrialCompany, trialCompanyId } from '../apps/server/src/adapters/postgres/trial-company.ts';
import { createPushSender } from '../apps/server/src/adapters/push/push-sender.ts';
import { KeyedQueue } from '../apps/server/src/adapters/queues/keyed-queue.ts';
import { randomIds } from '../apps/server/src/adapters/random/random-ids.ts';
import { memoryRateCounts } from '../apps/server/src/adapters/rates/memory-rate-counts.ts';
import type { ServerOptions } from '../apps/server/src/create-areas.ts';
import { createServer, type Server } from '../apps/server/src/create-server.ts';
import type { Clock, WatchedClock } from '../apps/server/src/ports/clock.ts';
import type { CaptchaPainter } from '../apps/server/src/ports/guards.ts';
import type { UserRecord } from '../apps/server/src/ports/identity.ts';
import type { Delivery, MessageChannels, OutgoingMessage } from '../apps/server/src/ports/messages.ts';
import type { PushSender } from '../apps/server/src/ports/push.ts';
import type { PasswordHasher } from '../apps/server/src/ports/secrets.ts';
import type { ServerPorts } from '../apps/server/src/ports/server-ports.ts';
import { decode, encode } from '../apps/server/src/trading/codec.ts';
import type { CompanyId } from '../packages/domain/src/values/ids.ts';
import { testSpecs } from './engine-scenario.ts';
import { createInlineWork } from './inline-work.ts';
import { leadingJournal } from './leading-journal.ts';
import { ManualMarket } from './manual-market.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';
import { testSigner } from './receipt-signer.ts';
import { scratchFolder } from './scratch-folder.ts';
import { testBuild } from './test-build.ts';
import { takeTestHooks } from './test-hooks.ts';
import { testTotp, totpOf } from './totp.ts';

export interface Answer {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- answers are read field by field in expectations
  readonly data: any;
  readonly text: string;
}

/** Cost of a password hash in tests; separate tests cover the product's cost. */
const cheap = { memoryCost: 64, timeCost: 1, parallelism: 1 };

const operatorPassword = 'correct horse battery staple';

/** Host of the trial company, the second tenant on every test server. */
export const otherHost = 'm.acme.localhost';

/** Image decoder of all servers of a worker; ends with the worker's process. */
const imageReader = new ImageProcess();

/** The whole server on a real database and a manual market, called in-process. */
export class TestServer {
  readonly market = new ManualMarket(Object.values(testSpecs));
  /** Receipt signer from the next start on. */
  signer = testSigner();
  readonly database: TestDatabase;
  /** Connection as the database's owner, without row security. */
  readonly open: OpenDatabase;
  /** Connection with the product's role. */
  readonly app: OpenDatabase;
  /** Connection of background work, separate so that `onStatement` gets statements of calls only. */
  readonly background: OpenDatabase;
  readonly core: OpenDatabase;
  /** The stores of the running server. */
  stores: ReturnType<typeof openStores>;
  identity: ReturnType<typeof openStores>['identity'];
  readonly filesFolder = scratchFolder('candor-test-files-');
  /** Document keys from the next start on. */
  keyRing = toKeyRing(`${'11'.repeat(32)} ${'22'.repeat(32)}`);
  server: Server;
  /** Ports and options of the running server. */
  ports: ServerPorts;
  options: ServerOptions;
  /** True if counts, turns and changes are shared with other gateways, from the next start on. */
  isShared = false;
  /** Shared guards of the running server; null if they are in memory. */
  guards: SharedGuards | null = null;
  /** Runs once, between the next check of a password and its answer. */
  afterVerified: () => Promise<void> = () => Promise.resolve();
  /** Logged faults of the server that no caller sees: broken invariants and second answers. They fail `stop`. */
  readonly faults: string[] = [];
  readonly endedSessions: string[] = [];
  onSessionEnded: (sessionId: string) => void = () => undefined;
  /** Message channels of single companies, from the next start on. */
  keptChannels: ReadonlyMap<CompanyId, MessageChannels> = new Map();
  /** Sender of pushed notices, from the next start on. */
  push: PushSender = createPushSender({
    secret: Buffer.alloc(32, 5),
    contact: 'mailto:test@localhost',
    clock: systemClock,
  });
  /** Removal of unsent messages, from the next start on. */
  removeUnsent: ServerPorts['removeUnsent'] = undefined;
  /** Messages sent, both mail and SMS. */
  readonly sent: OutgoingMessage[] = [];
  /** Delivery result of the next messages. */
  delivery: Delivery = { kind: 'sent' };
  /** Client address of calls; a separate one per test keeps counts by address apart. */
  address = '127.0.0.1';
  smsLimits = { company: 100_000, country: 100_000, prefix: 100_000 };
  demoLimits = { perAddressMax: 100_000, perCompanyMax: 100_000 };
  readonly secrets = createSecrets(Buffer.alloc(32, 7));
  /** Number of password hashes and comparisons. */
  hashings = 0;
  /** Hook for every database statement of a call. */
  onStatement: (statement: string) => void = () => undefined;
  readonly work = createInlineWork();
  /** Text of the last captcha. */
  captchaText = '';
  /** Watched clock from the next start on; null for none. */
  steps: WatchedClock | null = null;
  #aheadMs = 0;
  /** Base clock: the system's, or a stopped one. */
  #pace: Clock = systemClock;
  readonly clock: Clock = {
    nowMs: () => this.#pace.nowMs() + this.#aheadMs,
    monotonicMs: () => this.#pace.monotonicMs() + this.#aheadMs,
  };

  private constructor(database: TestDatabase) {
    const { connectionString: url } = database;
    const ignore = () => undefined;
    this.database = database;
    this.open = openDatabase(url, ignore, 2);
    this.app = openDatabase(url, ignore, 8, 'candor_app');
    this.app.pool.on('connect', (client) => this.#observe(client));
    this.background = openDatabase(url, ignore, 2, 'candor_app');
    this.core = openDatabase(url, ignore, 4, 'candor_core');
    this.stores = undefined as unknown as typeof this.stores;
    this.identity = undefined as unknown as typeof this.identity;
    this.server = undefined as unknown as Server;
    this.ports = undefined as unknown as ServerPorts;
    this.options = undefined as unknown as ServerOptions;
  }

  static async start(isShared = false): Promise<TestServer> {
    const database = await createTestDatabase(migrateConnection);
    const started = new TestServer(database);
    started.isShared = isShared;
    await setTrialCompany(started.open.db, true, 80);
    started.server = await started.#start();
    return started;
  }

  /** Opens guards as a further gateway does. */
  openGuards(): Promise<SharedGuards> {
    const { app, secrets, clock } = this;
    return openSharedGuards({ app, appUrl: this.database.connectionString, secrets, clock, onError: () => undefined });
  }

  /** Moves the clock forward. */
  advance(milliseconds: number): void {
    this.#aheadMs += milliseconds;
  }

  /** Runs with a stopped clock, moved by `advance` only, so that results do not depend on the machine's speed. */
  async atOneMoment<T>(run: () => Promise<T>): Promise<T> {
    const [nowMs, monotonicMs] = [systemClock.nowMs(), systemClock.monotonicMs()];
    this.#pace = { nowMs: () => nowMs, monotonicMs: () => monotonicMs };
    try {
      return await run();
    } finally {
      this.#pace = systemClock;
    }
  }

  /** Returns the messages sent to an address so far as they were written; those of one round are sent in any order. */
  async messagesTo(to: string): Promise<OutgoingMessage[]> {
    await this.server.messages.deliver();
    const sent = this.sent.filter((message) => message.to === to);
    return sent.toSorted((one, other) => one.createdAtMs - other.createdAtMs);
  }

  /** Replaces the server by a new one on the same database, as a restart of the process does. */
  async restart(): Promise<void> {
    await this.server.close();
    await this.guards?.stop();
    this.server = await this.#start();
  }

  async stop(): Promise<void> {
    await this.server.close();
    await this.guards?.stop();
    rmSync(this.filesFolder, { recursive: true, force: true });
    await Promise.all([this.open.close(), this.app.close(), this.background.close(), this.core.close()]);
    await this.database.drop();
    if (this.faults.length > 0) throw new Error(`The server logged faults:\n${this.faults.join('\n')}`);
  }

  async call(
    method: 'GET' | 'POST',
    path: string,
    fields: object = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const query = new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const reply = await this.server.app.inject({
      method,
      url: method === 'GET' ? `${path}?${query.toString()}` : path,
      headers,
      remoteAddress: this.address,
      ...(method === 'POST' ? { payload: fields } : {}),
    });
    const isPage = /^text\/(?:html|csv|plain)/.test(String(reply.headers['content-type']));
    return {
      status: reply.statusCode,
      text: reply.body,
      ...((isPage ? { code: 0, msg: '', data: null } : JSON.parse(reply.body)) as Omit<Answer, 'status' | 'text'>),
    };
  }

  /** Opens a demo at the company of a host and returns its token. */
  async demo(deviceId: string = randomUUID(), host = 'localhost'): Promise<string> {
    const answer = await this.call('POST', '/api/user/createAccountDemoForU', { demo_id: deviceId }, { host });
    return (answer.data as { token: string }).token;
  }

  /** Makes a real user without a password, and a session. */
  async realUser(host = 'localhost'): Promise<{ authorization: string; host: string; id: number; uid: string }> {
    const company = host === otherHost ? trialCompanyId : 1;
    const uid = randomIds.digits(8);
    const { rows } = await this.open.pool.query(
      `insert into app_user (company_id, uid, email, is_demo, currency, invite_code, created_at_ms)
       values ($1, $2, $3, false, 'USD', $4, 1) returning id`,
      [company, uid, `${uid}@example.com`, `9${uid}`],
    );
    const id = (rows as { id: number }[])[0]?.id ?? 0;
    const user = { id, companyId: company as CompanyId } as UserRecord;
    return { authorization: await this.server.tokens.issue(user, 'test'), host, id, uid };
  }

  /** Makes an operator with a second factor at the company of a host, and signs in. */
  async operator(
    role = 'compliance',
    host = 'localhost',
  ): Promise<{ authorization: string; host: string; id: number; email: string }> {
    const { id, email } = await this.operatorAccount(role, host);
    const company = host === otherHost ? trialCompanyId : 1;
    const sealed = this.secrets.seal(`operator-totp/${company}/${id}`, Buffer.from(testTotp.bytes));
    const setUp = 'update operator set totp_sealed = $2, totp_confirmed_at_ms = 1 where id = $1';
    await this.open.pool.query(setUp, [id, sealed]);
    return this.signInAgain({ authorization: '', host, id, email });
  }

  /** Signs an operator made by `operator` in again, e.g. after the clock has moved; one sign-in every 30 s. */
  async signInAgain(who: { authorization: string; host: string; id: number; email: string }): Promise<typeof who> {
    const { host, email } = who;
    const code = totpOf(testTotp.secret, 0, this.clock.nowMs());
    const fields = { email, password: operatorPassword, code };
    const answer = await this.call('POST', '/api/console/login', fields, { host });
    return { ...who, authorization: (answer.data as { token: string }).token };
  }

  /** Makes an operator who has never signed in. */
  async operatorAccount(role: string, host = 'localhost'): Promise<{ id: number; email: string; password: string }> {
    const email = `${role}-${randomUUID()}@example.com`;
    const password = operatorPassword;
    const { rows } = await this.open.pool.query(
      `insert into operator (company_id, email, password_hash, role, created_at_ms) values ($1, $2, $3, $4, 1) returning id`,
      [host === otherHost ? trialCompanyId : 1, email, await this.#argon2.hash(password), role],
    );
    return { id: (rows as { id: number }[])[0]?.id ?? 0, email, password };
  }

  #noteFault(line: string): void {
    const { msg, err = {} } = JSON.parse(line) as { msg: string; err?: { code?: unknown; message?: string } };
    const isFault = err.code === 'FST_ERR_REP_ALREADY_SENT' || err.message?.startsWith('Invariant') === true;
    if (isFault) this.faults.push(`${msg}: ${err.message}`);
  }

  #observe(client: PoolClient): void {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const observed = (...given: unknown[]) => {
      const [first] = given;
      this.onStatement(typeof first === 'string' ? first : ((first as { text?: string }).text ?? ''));
      return query(...given);
    };
    Object.assign(client, { query: observed });
  }

  readonly #argon2 = createArgon2Hasher(undefined, cheap);
  readonly #hasher: PasswordHasher = {
    hash: (password, network) => {
      this.hashings += 1;
      return this.#argon2.hash(password, network);
    },
    verify: async (hash, password, network) => {
      this.hashings += 1;
      return this.#onceVerified(await this.#argon2.verify(hash, password, network));
    },
    load: () => this.#argon2.load(),
  };
  readonly #operatorArgon2 = createArgon2Hasher(operatorQueue, cheap);
  readonly #operatorHasher: PasswordHasher = {
    hash: (password, network) => this.#operatorArgon2.hash(password, network),
    verify: async (hash, password, network) =>
      this.#onceVerified(await this.#operatorArgon2.verify(hash, password, network)),
    load: () => this.#operatorArgon2.load(),
  };

  async #onceVerified(isRight: boolean): Promise<boolean> {
    const { afterVerified } = this;
    this.afterVerified = () => Promise.resolve();
    await afterVerified();
    return isRight;
  }

  readonly #channel = {
    send: async (message: OutgoingMessage): Promise<Delivery> => {
      this.sent.push(message);
      return this.delivery;
    },
  };

  readonly #painter: CaptchaPainter = {
    alphabet: captchaAlphabet,
    paint: async (text) => {
      this.captchaText = text;
      return captchaUrl(text);
    },
  };

  async #start(): Promise<Server> {
    const server = await this.#createServer();
    takeTestHooks(server, this.app.db, this.clock);
    return server;
  }

  async #createServer(): Promise<Server> {
    const journal = await leadingJournal(this.core.pool);
    const { epoch } = await journal.lead();
    const connections = { app: this.app.db, core: this.core.db, background: this.background.db };
    this.stores = openStores(connections, this.clock, { encode, decode }, () => [{ shard: 0, epoch }]);
    this.identity = this.stores.identity;
    this.guards = this.isShared ? await this.openGuards() : null;
    const { openRates, turns, changes } = this.guards ?? {
      openRates: memoryRateCounts(this.clock),
      turns: new KeyedQueue(),
    };
    this.ports = {
      ...this.stores,
      clock: this.clock,
      ...(this.steps === null ? {} : { steps: this.steps }),
      ids: randomIds,
      journal,
      receiptSigner: this.signer,
      hasher: this.#hasher,
      operatorHasher: this.#operatorHasher,
      openRates,
      turns,
      ...(changes === undefined ? {} : { changes }),
      secrets: this.secrets,
      keyRing: this.keyRing,
      push: this.push,
      captchaPainter: this.#painter,
      channels: { mail: this.#channel, sms: this.#channel },
      keptChannels: this.keptChannels,
      ...(this.removeUnsent === undefined ? {} : { removeUnsent: this.removeUnsent }),
      smsLimits: this.smsLimits,
      files: new FolderFileStore(this.filesFolder),
      imageReader: { read: (file, type) => imageReader.read(file, type), close: async () => undefined },
      work: this.work,
      market: this.market,
      tickLog: null,
    };
    this.options = {
      logger: createLog('warn', { write: (line) => this.#noteFault(line) }),
      legacyGetWrites: true,
      demoLimits: this.demoLimits,
      documents: { filesOrigin: '', retentionYears: 5 },
      buildVersion: 'test',
      build: testBuild,
      onFatal: (error) => {
        throw error;
      },
      onSessionEnded: (id) => {
        this.endedSessions.push(id);
        this.onSessionEnded(id);
      },
    };
    return createServer(this.ports, this.options);
  }
}
