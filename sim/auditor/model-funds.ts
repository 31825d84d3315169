import type { FundsCommand } from '@candor/domain/engine/funds/funds-command';
import { creditOf, receivedOf } from './arithmetic.ts';
import {
  type Account,
  type Actor,
  cashOf,
  event,
  type Funds,
  type Happening,
  houseOf,
  isUnderWay,
  lockOf,
  type Posting,
  paymentOf,
  posting,
  releasePostings,
} from './facts.ts';
import type { Model } from './model.ts';
import { refuseOldPrices, refuseReleasing, refuseUnderStress } from './model-stress.ts';

// Expected outcomes of the money desk's commands, written from the R-FND rules, not from the engine.

type Command<Type extends FundsCommand['type']> = Extract<FundsCommand, { type: Type }>;
type Decided = Happening | Happening[] | string;

const billion = 1_000_000_000_000_000n;

export function decideFunds(model: Model, account: Account, command: FundsCommand): Decided {
  switch (command.type) {
    case 'RequestDeposit':
      return deposit(model, account, command);
    case 'RequestWithdrawal':
      return withdraw(model, account, command);
    case 'ProposeCorrection':
      return correct(model, account, command);
    case 'ApproveFunds':
    case 'RejectFunds':
    case 'MarkWithdrawalPaid':
    case 'CancelWithdrawal':
    case 'AmendFunds': {
      const funds = account.funds.get(command.fundsId);
      if (funds === undefined) return account.done.has(command.fundsId) ? 'funds-decided' : 'funds-not-found';
      return decideOne(model, account, funds, command);
    }
  }
}

type OneCommand = Exclude<FundsCommand, Command<'RequestDeposit' | 'RequestWithdrawal' | 'ProposeCorrection'>>;

function decideOne(model: Model, account: Account, funds: Funds, command: OneCommand): Decided {
  if (command.type === 'ApproveFunds') return approve(model, account, funds, command);
  if (command.type === 'RejectFunds') return reject(model, account, funds, command);
  if (command.type === 'AmendFunds') return amend(model, account, funds, command);
  if (funds.kind !== 'withdrawal') return 'funds-not-found';
  return command.type === 'CancelWithdrawal' ? cancel(account, funds, command) : pay(model, account, funds, command);
}

/** Refusal of any new request, or null (R-FND-10). */
function refuseAsking(account: Account, kind: string): string | null {
  if (account.realm !== 'real') return 'only-real-account';
  const alike = [...account.funds.values()].filter((funds) => funds.kind === kind && isUnderWay(funds));
  return alike.length < 20 ? null : 'too-many-funds-requests';
}

const isInRange = (amount: bigint) => amount > 0n && amount <= billion;

const dayMs = 86_400_000;

/** Approvals needed: counts all requests of the kind in progress and all payments of a day (R-FND-31). */
function needed(account: Account, kind: string, amount: bigint, atMs: number, secondFrom: bigint, id = 0): number {
  const sizeOf = (funds: Funds) => (kind === 'deposit' ? funds.credit : funds.amount) ?? 0n;
  const waiting = [...account.funds.values()].filter((funds) => funds.kind === kind && funds.id !== id).map(sizeOf);
  const moved = account.moved.filter((one) => one.kind === kind && one.atMs > atMs - dayMs).map((one) => one.amount);
  return [...waiting, ...moved].reduce((sum, one) => sum + one, amount) < secondFrom ? 1 : 2;
}

type Begun = Command<'RequestDeposit'> | Command<'RequestWithdrawal'> | Command<'ProposeCorrection'>;

function begin(model: Model, account: Account, { type: _type, atMs, ...stated }: Begun, kind: string, status: string) {
  const { secondFrom, ...asked } = { secondFrom: null, ...stated };
  const size = 'credit' in stated ? stated.credit : stated.amount;
  const approvalsNeeded = secondFrom === null ? 1 : needed(account, kind, size, atMs, secondFrom);
  const fresh = { approvals: [], amendedBy: null, remark: '', requestedAtMs: atMs, sinceMs: atMs };
  return { approvalsNeeded, ...asked, ...fresh, id: model.lastFundsId + 1, kind, status } as unknown as Funds;
}

/** Refusal of an amount above the withdrawable one, or null (R-FND-03). */
function refuseOverdraw(model: Model, account: Account, amount: bigint): string | null {
  if (!model.isPriced(account)) return 'no-price';
  const { balance, equity, margin } = model.figures(account);
  return balance - amount < 0n || equity - margin - amount < 0n ? 'not-enough-funds' : null;
}

function refusePaid(paid: Pick<Funds, 'paid' | 'rate' | 'credit'>) {
  const { paid: sum = 0n, rate = 0n, credit = 0n } = paid;
  if (sum <= 0n || rate <= 0n || !isInRange(credit)) return 'funds-amount-out-of-range';
  return creditOf(sum, rate) === credit ? null : 'payload-changed';
}

const isKnown = (model: Model, account: Account, externalId: string) =>
  model.credited.has(paymentOf(account, externalId));

function refusePayout({ amount = 0n, fee = 0n, rate = 0n, received, payoutCurrency = '' }: Partial<Funds>) {
  if (!isInRange(amount) || fee < 0n || rate <= 0n) return 'funds-amount-out-of-range';
  if (receivedOf(amount, fee, rate, payoutCurrency) !== received) return 'payload-changed';
  return received === 0n ? 'funds-nothing-received' : null;
}

function deposit(model: Model, account: Account, command: Command<'RequestDeposit'>): Decided {
  const { atMs, isSeen: _isSeen, ...stated } = command;
  const contest = contestBy(model, account, command);
  const refusal = refuseAsking(account, 'deposit') ?? refusePaid(command) ?? contest.refusal;
  if (refusal !== null) return refusal;
  const { contested } = contest;
  const begun = begin(model, account, { ...stated, atMs }, 'deposit', 'waiting');
  const funds = contested === undefined ? begun : { ...begun, contested };
  const requested = event('DepositRequested', atMs, account.id, { funds });
  return contested === 'rival' ? [requested, ...contestAll(model, account, funds, atMs)] : requested;
}

/** Other undecided deposits of the company that name the same payment (R-FND-44). */
function rivals(model: Model, account: Account, { id, externalId }: Partial<Funds>): Funds[] {
  if (externalId == null) return [];
  const payment = paymentOf(account, externalId);
  return [...model.accounts.values()]
    .flatMap((one) =>
      [...one.funds.values()].filter(
        (funds) =>
          funds.kind === 'deposit' &&
          funds.id !== id &&
          funds.externalId != null &&
          paymentOf(one, funds.externalId) === payment,
      ),
    )
    .sort((a, b) => a.id - b.id);
}

/**
 * Contest of a new claim, or its refusal: at most five undecided claims on one payment, and three a day of one account
 * on others' payments (R-FND-45).
 */
function contestBy(model: Model, account: Account, { externalId, atMs, isSeen = false }: Command<'RequestDeposit'>) {
  const others = rivals(model, account, { externalId });
  const credited = externalId === null ? undefined : model.credited.get(paymentOf(account, externalId));
  const contested = credited !== undefined ? 'credited' : others.length > 0 ? 'rival' : undefined;
  const recent = account.rivalries.slice(-3).filter((time) => time > atMs - dayMs);
  const isOwn = credited === account.id || others.some(({ accountId }) => accountId === account.id);
  const isKnown = isOwn || (isSeen && credited !== undefined);
  const bound = others.length >= 5 ? 'too-many-claims' : recent.length >= 3 ? 'too-many-rival-claims' : null;
  return { contested, refusal: isKnown ? 'deposit-known' : contested === undefined || isSeen ? null : bound };
}

function contestAll(model: Model, account: Account, claim: Partial<Funds>, atMs: number): Happening[] {
  return rivals(model, account, claim)
    .filter((one) => one.contested !== 'rival' || one.approvals.length > 0)
    .map((one) =>
      event('DepositContested', atMs, one.accountId, { funds: { ...one, contested: 'rival', approvals: [] } }),
    );
}

/** Ends the contest of the last remaining claim on a payment. */
function clearLast(model: Model, account: Account, gone: Funds, atMs: number): Happening[] {
  const left = gone.kind === 'deposit' ? rivals(model, account, gone) : [];
  return left
    .filter(({ contested }) => contested === 'rival' && left.length === 1)
    .map((one) => event('DepositCleared', atMs, one.accountId, { funds: { ...one, contested: undefined } }));
}

function withdraw(model: Model, account: Account, command: Command<'RequestWithdrawal'>): Decided {
  const refusal =
    refuseAsking(account, 'withdrawal') ??
    refusePayout(command) ??
    refuseOverdraw(model, account, command.amount) ??
    refuseOldPrices(model, account) ??
    refuseUnderStress(model, account, command.amount);
  if (refusal !== null) return refusal;
  const transfers = [posting('withdrawal-lock', cashOf(account), lockOf(account), command.amount)];
  const funds = { ...begin(model, account, command, 'withdrawal', 'requested'), externalId: null };
  return event('WithdrawalRequested', command.atMs, account.id, { funds, transfers });
}

function correct(model: Model, account: Account, command: Command<'ProposeCorrection'>): Decided {
  const { amount, atMs } = command;
  const size = amount < 0n ? -amount : amount;
  const refusal =
    refuseAsking(account, 'correction') ??
    (isInRange(size) ? null : 'funds-amount-out-of-range') ??
    (amount < 0n ? refuseOverdraw(model, account, size) : null);
  return (
    refusal ??
    event('CorrectionProposed', atMs, account.id, { funds: begin(model, account, command, 'correction', 'proposed') })
  );
}

const same = (a: Actor, b: Actor) => a.kind === b.kind && a.id === b.id && a.name === b.name;

/** True if the approver is barred, or has already approved (R-FND-05). */
function isBarred({ kind, proposedBy, amendedBy, approvalsNeeded, approvals }: Funds, by: Actor): boolean {
  const isWatcher = by.kind === 'watcher';
  if (isWatcher && (kind !== 'deposit' || approvals.some((one) => one.by.kind === 'watcher'))) return true;
  const own = [proposedBy, approvalsNeeded === 1 ? amendedBy : null, ...approvals.map((one) => one.by)];
  return own.some((actor) => actor != null && same(actor, by));
}

function approve(model: Model, account: Account, funds: Funds, command: Command<'ApproveFunds'>): Decided {
  const { by, atMs, payloadHash } = command;
  if (funds.status === 'approved') return 'funds-decided';
  if (payloadHash !== funds.payloadHash) return 'payload-changed';
  if (funds.heldUntilMs !== undefined && funds.heldUntilMs > atMs) return 'funds-on-hold';
  const others = funds.kind === 'deposit' ? rivals(model, account, funds) : [];
  const refusal = refuseContested(model, account, funds, command, others);
  if (refusal !== null) return refusal;
  if (isBarred(funds, by)) return 'other-operator-needed';
  const risk = funds.kind === 'withdrawal' ? refuseReleasing(model, account) : null;
  if (risk !== null) return risk;
  const approvals = [...funds.approvals, { by, atMs, payloadHash }];
  if (approvals.length < funds.approvalsNeeded) {
    return event('FundsApproved', atMs, account.id, { funds: { ...funds, approvals } });
  }
  const posted = post(model, account, { ...funds, approvals, sinceMs: atMs });
  return typeof posted === 'string' || others.length === 0 ? posted : [posted, ...others.map((one) => lost(one, atMs))];
}

function refuseContested(
  model: Model,
  account: Account,
  funds: Funds,
  command: Command<'ApproveFunds'>,
  others: Funds[],
) {
  const { rivals: shown = [], by } = command;
  if (funds.kind === 'deposit' && funds.externalId != null && isKnown(model, account, funds.externalId))
    return 'deposit-known';
  if (others.length > 0 && (by.kind === 'watcher' || shown.length === 0)) return 'funds-contested';
  const wanted = others.map(({ id }) => id).join();
  return [...shown].sort((a, b) => a - b).join() === wanted ? null : 'claims-changed';
}

function lost(claim: Funds, atMs: number): Happening {
  const funds = { ...claim, status: 'rejected', rejectedFor: 'other-claim', sinceMs: atMs };
  return event('FundsRejected', atMs, claim.accountId, { funds });
}

function post(model: Model, account: Account, funds: Funds): Happening | string {
  const { sinceMs: atMs, kind, amount = 0n, credit = 0n } = funds;
  const cash = cashOf(account);
  const done = (type: string, status: string, transfers: Posting[]) =>
    event(type, atMs, account.id, { funds: { ...funds, status }, transfers });
  if (kind === 'withdrawal') return done('WithdrawalApproved', 'approved', []);
  if (kind === 'deposit') {
    return done('DepositCredited', 'credited', [posting('deposit', houseOf(account, 'deposits'), cash, credit)]);
  }
  const refusal = amount < 0n ? refuseOverdraw(model, account, -amount) : null;
  const house = houseOf(account, 'correction');
  const moved = amount < 0n ? posting('correction', cash, house, -amount) : posting('correction', house, cash, amount);
  return refusal ?? done('CorrectionPosted', 'posted', [moved]);
}

function reject(
  model: Model,
  account: Account,
  before: Funds,
  { atMs, remark, isVoid }: Command<'RejectFunds'>,
): Decided {
  const status = before.kind === 'deposit' && isVoid ? 'voided' : 'rejected';
  const funds = { ...before, remark, status, sinceMs: atMs };
  const rejected = event('FundsRejected', atMs, account.id, { funds, transfers: releasePostings(account, before) });
  return [rejected, ...clearLast(model, account, before, atMs)];
}

function cancel(account: Account, before: Funds, { atMs }: Command<'CancelWithdrawal'>): Decided {
  if (before.approvals.length > 0) return 'withdrawal-not-cancellable';
  const funds = { ...before, status: 'cancelled', sinceMs: atMs };
  return event('WithdrawalCancelled', atMs, account.id, { funds, transfers: releasePostings(account, before) });
}

function pay(model: Model, account: Account, before: Funds, command: Command<'MarkWithdrawalPaid'>): Decided {
  if (command.payloadHash !== before.payloadHash) return 'payload-changed';
  if (before.status !== 'approved') return 'other-operator-needed';
  const { atMs, by, externalId } = command;
  if (before.heldUntilMs !== undefined && before.heldUntilMs > atMs) return 'funds-on-hold';
  if (before.approvals.some((one) => same(one.by, by))) return 'payer-approved';
  if (model.paidBy.has(paymentOf(account, externalId))) return 'deposit-known';
  const risk = refuseReleasing(model, account);
  if (risk !== null) return risk;
  const { amount = 0n, fee = 0n } = before;
  const transfers = [posting('withdrawal-paid', lockOf(account), houseOf(account, 'payouts'), amount - fee)];
  if (fee > 0n) transfers.push(posting('withdrawal-fee', lockOf(account), houseOf(account, 'withdrawal-fee'), fee));
  const funds = { ...before, status: 'paid', sinceMs: atMs, externalId };
  return event('WithdrawalPaid', atMs, account.id, { funds, transfers });
}

function amend(model: Model, account: Account, before: Funds, command: Command<'AmendFunds'>): Decided {
  const { atMs, by, change, payloadHash } = command;
  const { kind, ...changes } = change;
  const of = kind === 'withdrawal-fee' ? 'withdrawal' : 'deposit';
  if (before.kind !== of) return 'funds-not-found';
  const changed: Funds = { ...before, ...changes };
  if (of === 'withdrawal' && (changed.fee ?? 0n) > (before.fee ?? 0n)) return 'funds-amount-out-of-range';
  const refusal =
    of === 'withdrawal' ? refusePayout(changed) : (refusePaid(changed) ?? refuseName(model, account, changed));
  if (refusal !== null) return refusal;
  if (payloadHash === before.payloadHash) return 'payload-changed';
  const size = (of === 'deposit' ? changed.credit : changed.amount) ?? 0n;
  const since = needed(account, of, size, atMs, command.secondFrom, before.id);
  const approvalsNeeded = Math.max(before.approvalsNeeded, since);
  const edited = { ...changed, payloadHash, approvalsNeeded, approvals: [], amendedBy: by };
  if (of === 'deposit') return rename(model, account, before, edited, atMs);
  const isBack = before.status === 'approved';
  const funds = isBack ? { ...edited, status: 'requested', sinceMs: atMs } : edited;
  return event('FundsAmended', atMs, account.id, { funds });
}

function refuseName(model: Model, account: Account, changed: Funds): string | null {
  if (changed.externalId == null) return null;
  const isOwn = rivals(model, account, changed).some(({ accountId }) => accountId === account.id);
  return isOwn || isKnown(model, account, changed.externalId) ? 'deposit-known' : null;
}

function rename(model: Model, account: Account, before: Funds, edited: Funds, atMs: number): Happening[] {
  const contested = rivals(model, account, edited).length > 0 ? 'rival' : undefined;
  const funds = { ...edited, contested };
  const names = [before, edited].map(({ externalId }) => (externalId == null ? null : paymentOf(account, externalId)));
  const cleared = names[0] === names[1] ? [] : clearLast(model, account, before, atMs);
  return [event('FundsAmended', atMs, account.id, { funds }), ...cleared, ...contestAll(model, account, edited, atMs)];
}
