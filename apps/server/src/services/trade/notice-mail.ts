import { parseLanguage } from '@candor/contracts/languages';
import type { Notice } from '@candor/domain/engine/notice';
import type { AccountId, Realm, TenantId } from '@candor/domain/values/ids';
import type { IdentityStore, UserRecord } from '../../ports/identity-store.ts';
import type { OutboxStore } from '../../ports/outbox-store.ts';
import { messageOf } from '../messages/message-text.ts';

/** What a mail needs to know of the account that a notice is about. */
export interface NoticedAccount {
  readonly tenantId: TenantId;
  readonly realm: Realm;
  /** The margin level in hundredths of a percent; null without margin. */
  readonly marginLevelE2: bigint | null;
}

interface Letter {
  readonly notice: Notice;
  readonly account: NoticedAccount;
}

const waitingMax = 10_000;
const retryMs = 1_000;
const lifeMs = 24 * 3_600_000;

/**
 * Margin calls and stop-outs of real accounts, by mail to who gave an address (R-ORD-16). A notice may be told twice, as
 * after a restart: its id is the mail's, so that one mail comes of it. Waits for the database as long as it takes.
 */
export class NoticeMail {
  readonly #store: Pick<IdentityStore, 'findUser'>;
  readonly #outbox: Pick<OutboxStore, 'addOnce'>;
  readonly #accountOf: (id: AccountId) => NoticedAccount | null;
  readonly #companyName: (id: TenantId) => Promise<string>;
  readonly #nowMs: () => number;
  readonly #wake: (companyId: TenantId) => void;
  readonly #onError: (error: Error) => void;
  readonly #waiting: Letter[] = [];
  #running: Promise<void> | null = null;
  #isStopped = false;

  constructor(deps: {
    store: Pick<IdentityStore, 'findUser'>;
    outbox: Pick<OutboxStore, 'addOnce'>;
    accountOf: (id: AccountId) => NoticedAccount | null;
    companyName: (id: TenantId) => Promise<string>;
    nowMs: () => number;
    wake: (companyId: TenantId) => void;
    onError: (error: Error) => void;
  }) {
    this.#store = deps.store;
    this.#outbox = deps.outbox;
    this.#accountOf = deps.accountOf;
    this.#companyName = deps.companyName;
    this.#nowMs = deps.nowMs;
    this.#wake = deps.wake;
    this.#onError = deps.onError;
  }

  /** Takes a notice without waiting for anything. */
  take(notice: Notice): void {
    if (notice.kind !== 'margin-call' && notice.kind !== 'stop-out') return;
    const account = this.#accountOf(notice.accountId);
    if (account?.realm !== 'real') return;
    if (this.#waiting.length >= waitingMax) {
      this.#onError(new Error(`${waitingMax} notices wait to be mailed: ${notice.id} is told on the socket alone`));
      return;
    }
    this.#waiting.push({ notice, account });
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let letter = this.#waiting[0]; letter !== undefined && !this.#isStopped; letter = this.#waiting[0]) {
      try {
        await this.#mail(letter);
        this.#waiting.shift();
      } catch (error) {
        this.#onError(error as Error);
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
    this.#running = null;
  }

  async #mail({ notice, account }: Letter): Promise<void> {
    const user = await this.#store.findUser(account.tenantId, notice.accountId);
    if (user === null || user.email === null) return;
    const text = this.#textOf(notice, account, user, await this.#companyName(account.tenantId));
    if (text === null) return;
    const id = `notice-${notice.id}`;
    const createdAtMs = this.#nowMs();
    const message = {
      id,
      route: 'mail',
      to: user.email,
      ...text,
      createdAtMs,
      expiresAtMs: createdAtMs + lifeMs,
    } as const;
    await this.#outbox.addOnce(account.tenantId, message);
    this.#wake(account.tenantId);
  }

  /** Null where there is nothing left to warn of: the account has no margin any more. */
  #textOf(notice: Notice, { marginLevelE2 }: NoticedAccount, { uid, language: code }: UserRecord, company: string) {
    const language = parseLanguage(code) ?? 'hk';
    if (notice.order !== null) return messageOf('stop-out', language, { company, uid, orderId: notice.order.id });
    return marginLevelE2 === null ? null : messageOf('margin-call', language, { company, uid, levelE2: marginLevelE2 });
  }
}
