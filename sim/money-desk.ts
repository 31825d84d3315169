import { calculateCredit, calculateReceived } from '@candor/domain/calc/funds';
import type { EngineEvent } from '@candor/domain/engine/event';
import type { AmendFunds } from '@candor/domain/engine/funds/funds-command';
import {
  type DepositRecord,
  type FundsActor,
  type FundsRequest,
  isFinished,
  type OperatorActor,
} from '@candor/domain/engine/funds/funds-request';
import type { AccountId } from '@candor/domain/values/ids';
import { type Money, toMoney } from '@candor/domain/values/money';
import type { FakeFeed } from './fake-feed.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import { type Build, type Reach, Sender } from './sender.ts';

const knownMax = 12;
const claimsKnownMax = 100;
/** Few enough that most are claimed more than once. */
const paymentsMax = 14;
const rates = [100_000_000n, 781_000_003n, 1_234n];
/** Two approvals always, two from a daily sum on, and never two. */
const thresholds = [0n, 4_000_000_000n, 10n ** 18n].map(toMoney);
const currencies = ['USDT', 'HKD', 'BTC'];
const operators: readonly OperatorActor[] = [1, 2, 3].map((id) => ({ kind: 'operator', id }));
const watchers: readonly FundsActor[] = [
  { kind: 'watcher', name: 'chain' },
  { kind: 'watcher', name: 'bank' },
];

/** The actors around one account's money: its owner who deposits and withdraws, operators who decide, and watchers. */
export class MoneyDesk {
  readonly #accountId: AccountId;
  readonly #feed: FakeFeed;
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #sender: Sender;
  /** Requests known to them, finished or not. */
  readonly #known = new Map<number, FundsRequest>();
  readonly #claims = new Map<number, DepositRecord>();

  /** Withdrawable amount shown by the app; null if it shows none. */
  readonly #freeOf: () => bigint | null;

  constructor(
    accountId: AccountId,
    feed: FakeFeed,
    scheduler: Scheduler,
    random: Random,
    reach: Reach,
    freeOf: () => bigint | null,
  ) {
    this.#freeOf = freeOf;
    this.#accountId = accountId;
    this.#feed = feed;
    this.#scheduler = scheduler;
    this.#random = random;
    this.#sender = new Sender(scheduler, random, reach, (outcome) => {
      if (outcome.kind === 'done') this.hearEvents(outcome.events);
      // A demo's desk stops.
      if (outcome.kind === 'refused' && outcome.refusal === 'only-real-account') this.isStopped = true;
    });
    scheduler.after(random.between(1, 400), () => this.#want());
  }

  set isStopped(isStopped: boolean) {
    this.#sender.isStopped = isStopped;
  }

  hearEvents(events: readonly EngineEvent[]): void {
    for (const event of events) {
      if (!('funds' in event)) continue;
      this.#hearClaim(event.funds);
      if (event.accountId !== this.#accountId) continue;
      this.#known.delete(event.funds.id);
      this.#known.set(event.funds.id, event.funds);
      for (const oldest of this.#known.keys()) if (this.#known.size > knownMax) this.#known.delete(oldest);
    }
  }

  /** Records anybody's claim, for operators who compare claims. */
  #hearClaim(funds: FundsRequest): void {
    if (funds.kind !== 'deposit' || funds.externalId === null) return;
    this.#claims.delete(funds.id);
    if (!isFinished(funds)) this.#claims.set(funds.id, funds);
    for (const oldest of this.#claims.keys()) if (this.#claims.size > claimsKnownMax) this.#claims.delete(oldest);
  }

  #rivalsOf(funds: DepositRecord): DepositRecord['id'][] {
    if (this.#random.chance(0.1)) return [(funds.id + 1) as DepositRecord['id']];
    const same = [...this.#claims.values()].filter(({ externalId }) => externalId === funds.externalId);
    return same.map(({ id }) => id).filter((id) => id !== funds.id);
  }

  #want(): void {
    if (this.#sender.isStopped) return;
    const random = this.#random;
    const build = this.#think();
    const hasId = random.chance(0.75);
    const ids = { clientId: hasId ? random.hex(8) : null, bodyHash: hasId ? random.hex(6) : null };
    this.#sender.send(build, ids);
    if (hasId && random.chance(0.2)) this.#sender.later(build, ids, random.between(0, 800));
    // Two decisions at the same moment.
    if (random.chance(0.2)) this.#sender.send(this.#think(), { clientId: null, bodyHash: null });
    const waitMs = random.chance(0.2) ? random.between(1, 20) : random.between(50, 2_500);
    this.#scheduler.after(this.#feed.stretch(waitMs, 1), () => this.#want());
  }

  #think(): Build {
    const draw = this.#random.unit();
    const waiting = [...this.#known.values()].filter((funds) => !isFinished(funds));
    if (draw < 0.22 || this.#known.size === 0) return this.#deposit();
    if (draw < 0.4) return this.#withdraw();
    if (draw < 0.44) return this.#correct();
    const isLate = waiting.length === 0 || this.#random.chance(0.1);
    return this.#decide(this.#random.pick(isLate ? [...this.#known.values()] : waiting));
  }

  #sum(): Money {
    const random = this.#random;
    if (random.chance(0.03)) return toMoney(random.pick([0n, -5n, 2_000_000_000_000_000n]));
    return toMoney(BigInt(random.between(1, 3_000)) * 1_000_000n + BigInt(random.between(0, 999_999)));
  }

  #deposit(): Build {
    const random = this.#random;
    const rate = random.pick(rates);
    const paid = (this.#sum() * rate) / 1_000_000n + BigInt(random.between(0, 99));
    const isMisreckoned = random.chance(0.05);
    const credit = toMoney(calculateCredit(paid, rate) + (isMisreckoned ? 1n : 0n));
    // Few enough names that some are used twice, by one account or by two.
    const externalId = random.chance(0.5) ? `btc:${random.between(1, paymentsMax)}:0` : null;
    const isSeen = random.chance(0.1);
    const about = { paid, rate, credit, externalId, isSeen, secondFrom: random.pick(thresholds) };
    const proof = { optionId: random.between(1, 3), proofId: random.chance(0.5) ? '77n' : null };
    const method = random.pick(['coin', 'bank'] as const);
    const rest = { method, paidCurrency: random.pick(currencies), payloadHash: random.hex(8) };
    return (_market, atMs) => ({ type: 'RequestDeposit', ...this.#source(atMs), ...about, ...proof, ...rest });
  }

  #withdraw(): Build {
    const random = this.#random;
    const free = this.#freeOf();
    // Many request nearly the whole amount.
    const isAll = random.chance(0.4) && free !== null && free > 1_000_000n;
    const amount = isAll ? toMoney((free * BigInt(random.between(80, 100))) / 100n) : this.#sum();
    const fee = toMoney(random.chance(0.03) ? amount : BigInt(random.between(0, 2_000_000)));
    const [rate, payoutCurrency] = [random.pick(rates), random.pick(currencies)];
    const received = calculateReceived(amount, fee, rate, payoutCurrency) + (random.chance(0.05) ? 1n : 0n);
    const about = { amount, fee, rate, payoutCurrency, received, secondFrom: random.pick(thresholds) };
    const bound = { methodId: random.between(1, 3), methodHash: random.hex(8), memo: random.pick(['', '12n', '~4n']) };
    const rest = { method: random.pick(['coin', 'bank'] as const), payloadHash: random.hex(8) };
    const holdMs = random.chance(0.2) ? random.between(1, 4_000) : null;
    return (_market, atMs) => {
      const held = holdMs === null ? {} : { heldUntilMs: atMs + holdMs };
      return { type: 'RequestWithdrawal', ...this.#source(atMs), ...about, ...bound, ...held, ...rest };
    };
  }

  #correct(): Build {
    const amount = toMoney(this.#random.chance(0.5) ? this.#sum() : -this.#sum());
    const about = { amount, reason: '5n', proposedBy: this.#random.pick(operators), payloadHash: this.#random.hex(8) };
    return (_market, atMs) => ({ type: 'ProposeCorrection', ...this.#source(atMs), ...about });
  }

  #decide(funds: FundsRequest): Build {
    const random = this.#random;
    const fundsId = random.chance(0.02) ? ((funds.id + 900) as FundsRequest['id']) : funds.id;
    const by = random.pick(operators);
    const payloadHash = random.chance(0.06) ? 'stale' : funds.payloadHash;
    // Most approved withdrawals are paid: rules on payments are tested only by payments.
    if (funds.kind === 'withdrawal' && funds.status === 'approved' && random.chance(0.6)) {
      return this.#pay(fundsId, by, payloadHash);
    }
    const draw = random.unit();
    if (draw < 0.55) {
      const actor = random.chance(0.25) ? random.pick(watchers) : by;
      const shown = funds.kind === 'deposit' && random.chance(0.7) ? this.#rivalsOf(funds) : [];
      const rivals = shown.length === 0 ? {} : { rivals: shown };
      return (_market, atMs) => ({
        type: 'ApproveFunds',
        ...this.#source(atMs),
        fundsId,
        by: actor,
        payloadHash,
        ...rivals,
      });
    }
    if (draw < 0.72) return this.#pay(fundsId, by, payloadHash);
    // After an approval its owner cannot cancel.
    const isLate = funds.kind === 'withdrawal' && funds.approvals.length > 0;
    if (draw < (isLate ? 0.95 : 0.82))
      return (_market, atMs) => ({ type: 'CancelWithdrawal', ...this.#source(atMs), fundsId });
    if (draw < 0.9) {
      const said = { by, remark: 'no 3n', isVoid: random.chance(0.5) };
      return (_market, atMs) => ({ type: 'RejectFunds', ...this.#source(atMs), fundsId, ...said });
    }
    const edit = { by, change: this.#changeOf(funds), payloadHash: random.chance(0.1) ? payloadHash : random.hex(8) };
    const secondFrom = random.pick(thresholds);
    return (_market, atMs) => ({ type: 'AmendFunds', ...this.#source(atMs), fundsId, ...edit, secondFrom });
  }

  #pay(fundsId: FundsRequest['id'], by: OperatorActor, payloadHash: string): Build {
    const random = this.#random;
    // One payment is often named for several withdrawals, in different spellings.
    const externalId = random.chance(0.3) ? random.hex(8) : random.pick(['ab1', 'AB1', '0xab1', ' 0XAb1 ']);
    return (_market, atMs) => ({
      type: 'MarkWithdrawalPaid',
      ...this.#source(atMs),
      fundsId,
      by,
      externalId,
      payloadHash,
    });
  }

  #changeOf(funds: FundsRequest): AmendFunds['change'] {
    const random = this.#random;
    if (funds.kind === 'withdrawal') {
      const fee = toMoney(funds.fee + BigInt(random.between(-400_000, 100_000)));
      const received = calculateReceived(funds.amount, fee, funds.rate, funds.payoutCurrency);
      return { kind: 'withdrawal-fee', fee, received };
    }
    const paid = BigInt(random.between(1, 900)) * 100_000_000n;
    const rate = funds.kind === 'deposit' ? funds.rate : 1n;
    const externalId = random.chance(0.5) ? `btc:${random.between(1, paymentsMax)}:0` : null;
    return { kind: 'deposit-paid', paid, credit: calculateCredit(paid, rate), externalId };
  }

  #source(atMs: number) {
    return { atMs, accountId: this.#accountId };
  }
}
