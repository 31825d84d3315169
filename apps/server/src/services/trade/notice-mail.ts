import { type Language, parseLanguage } from '@candor/contracts/languages';
import type { FundsNoticeKind, Notice, NoticeKind } from '@candor/domain/engine/notice';
import type { AccountId, CompanyId, Realm } from '@candor/domain/values/ids';
import { formatBalance, zeroMoney } from '@candor/domain/values/money';
import type { IdentityStore } from '../../ports/identity.ts';
import type { NewMessage, OutboxStore, SmsCharge } from '../../ports/messages.ts';

/** Account facts needed for a mail. */
export interface NoticedAccount {
  readonly tenantId: CompanyId;
  readonly realm: Realm;
  readonly currency: string;
  /** Margin level in hundredths of a percent; null without margin. */
  readonly marginLevelE2: bigint | null;
}

interface CommonValues {
  /** Company name shown to users. */
  readonly company: string;
  readonly uid: string;
}

/** Content of a mail, to be rendered. */
export type NoticeLetter =
  | { readonly kind: 'margin-call'; readonly values: CommonValues & { readonly levelE2: bigint } }
  | { readonly kind: 'stop-out'; readonly values: CommonValues & { readonly orderId: number } }
  | {
      readonly kind: 'stop-out-noticed';
      readonly values: CommonValues & { readonly levelE2: bigint; readonly fromMs: number };
    }
  | {
      readonly kind: 'swap-noticed';
      readonly values: CommonValues & { readonly code: string; readonly change: string };
    }
  | { readonly kind: FundsNoticeKind; readonly values: CommonValues & { readonly amount: string } };

/** Text of the mail, and of the SMS if the kind has one. */
interface NoticeText {
  readonly text: string;
  readonly sms?: string;
}

/** Returns an instrument's code and the text of its worse swap. */
type WriteSwap = (notice: Notice, account: NoticedAccount, language: Language) => { code: string; change: string };

type WriteText = (letter: NoticeLetter, language: Language) => NoticeText & { readonly subject: string };

/** Adds the take-back link of the notice's subject, if any. */
type AddLink = (text: NoticeText, notice: Notice, companyId: CompanyId, language: Language) => Promise<NoticeText>;

interface Waiting {
  readonly notice: Notice;
  readonly account: NoticedAccount;
}

/** Kinds of notices about money that are mailed. */
const fundsKinds: readonly FundsNoticeKind[] = [
  'deposit-credited',
  'deposit-rejected',
  'withdrawal-requested',
  'withdrawal-approved',
  'withdrawal-paid',
  'withdrawal-rejected',
  'withdrawal-taken-back',
  'correction-posted',
];
const mailed: ReadonlySet<NoticeKind> = new Set<NoticeKind>([
  'margin-call',
  'stop-out',
  'stop-out-noticed',
  'swap-noticed',
  ...fundsKinds,
]);

const waitingMax = 10_000;
const retryMs = 1_000;
const lifeMs = 24 * 3_600_000;

/**
 * Mails margin calls, stop-outs, notices of worse terms (R-ORD-41, R-ORD-45) and money decisions of real accounts to
 * owners with an email (R-ORD-16); sends withdrawal requests also by SMS, and all money decisions by SMS to owners with only a number (R-FND-46). A notice may
 * arrive twice, e.g. after a restart: its id is the message id, so one message results. Waits for the database without
 * limit.
 */
export class NoticeMail {
  readonly #store: Pick<IdentityStore, 'findUser'>;
  readonly #outbox: Pick<OutboxStore, 'addOnce'>;
  readonly #accountOf: (id: AccountId) => Promise<NoticedAccount | null>;
  readonly #companyName: (id: CompanyId) => Promise<string>;
  readonly #writeText: WriteText;
  readonly #writeSwap: WriteSwap;
  readonly #addLink: AddLink;
  readonly #nowMs: () => number;
  readonly #wake: (companyId: CompanyId) => void;
  readonly #chargeOf: (number: string) => SmsCharge;
  readonly #onError: (error: Error) => void;
  readonly #waiting: Waiting[] = [];
  /** Notices with an account that is being asked for. */
  #asking = 0;
  #running: Promise<void> | null = null;
  #isStopped = false;

  constructor(deps: {
    store: Pick<IdentityStore, 'findUser'>;
    outbox: Pick<OutboxStore, 'addOnce'>;
    accountOf: (id: AccountId) => Promise<NoticedAccount | null>;
    companyName: (id: CompanyId) => Promise<string>;
    writeText: WriteText;
    writeSwap: WriteSwap;
    addLink: AddLink;
    nowMs: () => number;
    wake: (companyId: CompanyId) => void;
    chargeOf: (number: string) => SmsCharge;
    onError: (error: Error) => void;
  }) {
    this.#store = deps.store;
    this.#outbox = deps.outbox;
    this.#accountOf = deps.accountOf;
    this.#companyName = deps.companyName;
    this.#writeText = deps.writeText;
    this.#writeSwap = deps.writeSwap;
    this.#addLink = deps.addLink;
    this.#nowMs = deps.nowMs;
    this.#wake = deps.wake;
    this.#chargeOf = deps.chargeOf;
    this.#onError = deps.onError;
  }

  /** Queues a notice without waiting. */
  take(notice: Notice): void {
    if (!mailed.has(notice.kind)) return;
    if (this.#waiting.length + this.#asking >= waitingMax) {
      this.#onError(new Error(`${waitingMax} notices are waiting to be mailed: ${notice.id} is sent to sockets only`));
      return;
    }
    void this.#queue(notice);
  }

  /** Takes the notices that `load` returns, which is asked until it answers. */
  async takeAgain(load: () => Promise<readonly Notice[]>): Promise<void> {
    const notices = await this.#untilAnswered(load);
    for (const notice of notices ?? []) this.take(notice);
  }

  /** Queues a notice of a real account. */
  async #queue(notice: Notice): Promise<void> {
    this.#asking += 1;
    const account = await this.#untilAnswered(() => this.#accountOf(notice.accountId));
    this.#asking -= 1;
    if (account?.realm !== 'real') return;
    this.#waiting.push({ notice, account });
    this.#running ??= this.#run();
  }

  /** Asks until there is an answer; null once it is stopped. */
  async #untilAnswered<Value>(ask: () => Promise<Value>): Promise<Value | null> {
    while (!this.#isStopped) {
      try {
        return await ask();
      } catch (error) {
        this.#onError(error as Error);
        await later(retryMs);
      }
    }
    return null;
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
        await later(retryMs);
      }
    }
    this.#running = null;
  }

  async #mail({ notice, account }: Waiting): Promise<void> {
    const user = await this.#store.findUser(account.tenantId, notice.accountId);
    if (user === null || (user.email === null && user.mobile === null)) return;
    const language = parseLanguage(user.language) ?? 'hk';
    const common = { company: await this.#companyName(account.tenantId), uid: user.uid };
    const letter =
      notice.swap === undefined
        ? toLetter(notice, account, common)
        : ({ kind: 'swap-noticed', values: { ...common, ...this.#writeSwap(notice, account, language) } } as const);
    if (letter === null) return;
    const { subject, ...texts } = this.#writeText(letter, language);
    // Without an email, money notices go by SMS; kinds without an SMS text use the subject.
    const isMoney = user.email === null && fundsKinds.some((kind) => kind === letter.kind);
    const short = texts.sms ?? (isMoney ? `${letter.values.company}: ${subject}` : undefined);
    const written = short === undefined ? texts : { ...texts, sms: short };
    const { text, sms } = await this.#addLink(written, notice, account.tenantId, language);
    const id = `notice-${notice.id}`;
    const createdAtMs = this.#nowMs();
    const times = { createdAtMs, expiresAtMs: createdAtMs + lifeMs };
    const messages: NewMessage[] = [];
    if (user.email !== null)
      messages.push({ id, route: 'mail', charge: null, to: user.email, subject, text, ...times });
    if (user.mobile !== null && sms !== undefined) {
      const charge = this.#chargeOf(user.mobile);
      messages.push({ id: `${id}-sms`, route: 'sms', charge, to: user.mobile, subject: '', text: sms, ...times });
    }
    for (const message of messages) await this.#outbox.addOnce(account.tenantId, message);
    this.#wake(account.tenantId);
  }
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

/** Null if the account no longer has margin to warn of. */
function toLetter(notice: Notice, account: NoticedAccount, common: CommonValues): NoticeLetter | null {
  const { marginLevelE2: levelE2, currency } = account;
  const kind = fundsKinds.find((one) => one === notice.kind);
  if (kind !== undefined) {
    return { kind, values: { ...common, amount: `${formatBalance(notice.amount ?? zeroMoney)} ${currency}` } };
  }
  const { stopOut } = notice;
  if (stopOut !== undefined) {
    if (stopOut.fromMs === null) return null;
    const values = { ...common, levelE2: BigInt(stopOut.percent) * 100n, fromMs: stopOut.fromMs };
    return { kind: 'stop-out-noticed', values };
  }
  if (notice.order !== null) return { kind: 'stop-out', values: { ...common, orderId: notice.order.id } };
  return levelE2 === null ? null : { kind: 'margin-call', values: { ...common, levelE2 } };
}
