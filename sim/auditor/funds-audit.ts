import { require, show } from './compare.ts';
import {
  type Account,
  cashOf,
  type Funds,
  type Happening,
  houseOf,
  isUnderWay,
  lockOf,
  paymentOf,
  posting,
} from './facts.ts';

const nextStatuses: Record<string, readonly string[]> = {
  deposit: ['waiting'],
  withdrawal: ['requested'],
  correction: ['proposed'],
  waiting: ['waiting', 'credited', 'rejected', 'voided'],
  requested: ['requested', 'approved', 'rejected', 'cancelled'],
  approved: ['requested', 'paid', 'rejected'],
  proposed: ['posted', 'rejected'],
};

const fundsKinds = /^(deposit|withdrawal-.*|correction)$/;

/**
 * Checks L5 and L6 on the stored rows of any process: legal transitions, each posted once and correctly, and locks that
 * match.
 */
export class FundsAudit {
  readonly #last = new Map<number, Funds>();
  readonly #payments = new Set<string>();
  readonly #locked = new Map<number, bigint>();

  take(event: Happening, account: Account, balanceOf: (key: string) => bigint): void {
    const { funds } = event;
    const about = () => show(event);
    if (funds === undefined) {
      const isOther = event.transfers.every(({ kind }) => !fundsKinds.test(kind));
      require(isOther, 'L6-posted-once', about);
      return;
    }
    const before = this.#last.get(funds.id);
    const isLegal = nextStatuses[before?.status ?? funds.kind]?.includes(funds.status) === true;
    require(isLegal && (before === undefined || before.kind === funds.kind), 'L6-life', about);
    require(show(event.transfers) === show(wantedPostings(account, before, funds)), 'L6-posted-once', about);
    if (/^(credited|approved|paid|posted)$/.test(funds.status)) requireApproved(funds, about);
    if (/^(credited|paid)$/.test(funds.status)) this.#requireNewPayment(account, funds, about);
    this.#last.set(funds.id, funds);
    this.#requireLock(account, before, funds, balanceOf);
    const takes = event.transfers.some(({ from }) => from === cashOf(account));
    require(!takes || balanceOf(cashOf(account)) >= 0n, 'L5-cash', about);
  }

  #requireNewPayment(account: Account, { status, externalId }: Funds, about: () => string): void {
    if (externalId == null) return;
    const payment = `${status} ${paymentOf(account, externalId)}`;
    require(!this.#payments.has(payment), 'L6-payment-once', about);
    this.#payments.add(payment);
  }

  #requireLock(account: Account, before: Funds | undefined, now: Funds, balanceOf: (key: string) => bigint): void {
    const rests = (funds: Funds | undefined) =>
      funds?.kind === 'withdrawal' && isUnderWay(funds) ? (funds.amount ?? 0n) : 0n;
    const locked = (this.#locked.get(account.id) ?? 0n) + rests(now) - rests(before);
    this.#locked.set(account.id, locked);
    const lock = balanceOf(lockOf(account));
    require(lock === locked, 'L5-lock', () => `account ${account.id} has locked ${lock}, under way is ${locked}`);
  }
}

/** Postings wanted for a transition of a request. */
function wantedPostings(account: Account, before: Funds | undefined, now: Funds) {
  const { amount = 0n, fee = 0n, credit = 0n } = now;
  const [cash, lock] = [cashOf(account), lockOf(account)];
  const house = (name: string) => houseOf(account, name);
  if (before?.status === now.status) return [];
  if (now.status === 'credited') return [posting('deposit', house('deposits'), cash, credit)];
  if (now.status === 'posted') {
    if (amount > 0n) return [posting('correction', house('correction'), cash, amount)];
    return [posting('correction', cash, house('correction'), -amount)];
  }
  if (now.kind !== 'withdrawal') return [];
  if (now.status === 'requested') return before === undefined ? [posting('withdrawal-lock', cash, lock, amount)] : [];
  if (now.status !== 'paid')
    return now.status === 'approved' ? [] : [posting('withdrawal-release', lock, cash, amount)];
  const paid = posting('withdrawal-paid', lock, house('payouts'), amount - fee);
  return fee > 0n ? [paid, posting('withdrawal-fee', lock, house('withdrawal-fee'), fee)] : [paid];
}

function requireApproved(
  { approvals, approvalsNeeded, payloadHash, kind, proposedBy }: Funds,
  about: () => string,
): void {
  const names = new Set(approvals.map(({ by }) => show(by)));
  const isOfThis = approvals.every((one) => one.payloadHash === payloadHash);
  const isByOther = proposedBy === undefined || !names.has(show(proposedBy));
  const watchers = approvals.filter(({ by }) => by.kind === 'watcher').length;
  const isWatched = watchers <= (kind === 'deposit' ? 1 : 0);
  const isEnough = names.size === approvals.length && names.size >= approvalsNeeded;
  require(isEnough && isOfThis && isByOther && isWatched, 'L6-approved', about);
}
