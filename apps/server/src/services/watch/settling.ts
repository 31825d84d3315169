import { createHash } from 'node:crypto';
import { calculateCredit } from '@candor/domain/calc/funds';
import type { DepositRecord, FundsRequest, FundsRequestId } from '@candor/domain/engine/funds/funds-request';
import { findReport, namesOf } from '@candor/domain/engine/funds/payments';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import type { ObservedPaymentChange, ObservedPaymentRecord } from '../../ports/payment-watch.ts';
import type { Outcome } from '../../ports/trading-port.ts';
import { DeferredAttribution } from './attribution.ts';
import type { WatchDeps } from './watch-deps.ts';

export interface Settling {
  /** Settles all due payments of every company; concurrent calls share one run. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

const everyMs = 5_000;
/** Retry delay of a payment that could not be settled. */
const pauseMs = 30_000;
const batch = 100;
/** Attribution of a held payment is retried for this long. */
const heldForMs = 30 * 24 * 3_600_000;

/** Settles confirmed payments one at a time, so that two steps of one payment never overlap. */
export function startSettling(deps: WatchDeps): Settling {
  const { store, clock, companies, onError } = deps;
  let isStopped = false;
  let isWanted = false;
  let underway: Promise<void> | null = null;

  const settleCompany = async (companyId: CompanyId): Promise<void> => {
    const attribution = new DeferredAttribution(deps);
    for (let left = batch; left === batch && !isStopped; ) {
      const nowMs = clock.nowMs();
      const times = { triedBeforeMs: nowMs - pauseMs, heldSinceMs: nowMs - heldForMs };
      const due = await store.due(companyId, times, batch);
      for (const record of due) {
        if (isStopped) return;
        await settleOne(deps, attribution, record).catch((error: unknown) => onError(error as Error));
      }
      left = due.length;
    }
  };
  const settleAll = async (): Promise<void> => {
    while (isWanted && !isStopped) {
      isWanted = false;
      for (const { id } of await companies()) await settleCompany(id);
    }
  };
  const run = async (): Promise<void> => {
    isWanted = true;
    underway ??= settleAll()
      .catch((error: unknown) => onError(error as Error))
      .finally(() => (underway = null));
    await underway;
  };
  const timer = setInterval(() => void run(), everyMs);
  timer.unref();
  return {
    run,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await underway;
    },
  };
}

async function settleOne(
  deps: WatchDeps,
  attribution: DeferredAttribution,
  record: ObservedPaymentRecord,
): Promise<void> {
  const { store, clock } = deps;
  // Marks the attempt first: if this payment fails, others go before it.
  if (!(await store.change(record, { state: record.state }, clock.nowMs()))) return;
  if (record.state !== 'held') return settlePayment(deps, record);
  const change = await attribution.of(record);
  if (change !== null) await store.change(record, change, clock.nowMs());
}

type Deps = Pick<WatchDeps, 'store' | 'core' | 'clock' | 'limits' | 'hashDeposit' | 'onReverted'>;

/**
 * Advances a confirmed payment one step, storing each step before the next: requests a deposit for it (or links the one
 * its payer reported), then credits it if the company allows watchers to, else leaves it to operators (R-FND-66,
 * R-FND-67). Every step can be repeated: the core answers a repeated id with its first decision.
 */
async function settlePayment(deps: Deps, record: ObservedPaymentRecord): Promise<void> {
  const change = record.state === 'requested' ? await decideDeposit(deps, record) : await requestDeposit(deps, record);
  const isChanged = await deps.store.change(record, change, deps.clock.nowMs());
  if (change.state !== 'requested' || record.state === 'requested') return;
  const requested = { ...record, state: 'requested', fundsId: change.fundsId ?? null } as const;
  // Reverted while its deposit was requested: the deposit stays in the queue and is not approved automatically.
  if (!isChanged) return deps.onReverted(requested);
  await settlePayment(deps, { ...requested, note: change.note ?? record.note });
}

async function requestDeposit(deps: Deps, record: ObservedPaymentRecord): Promise<ObservedPaymentChange> {
  const { companyId, userId, wayId, rate, state } = record;
  if (userId === null || wayId === null || rate === null) return { state };
  const accountId = userId as AccountId;
  const report = await reportOf(deps, record, accountId);
  if (report !== undefined) {
    const isSame = report.paid === record.amount && report.paidCurrency === record.currency;
    return { state: 'requested', fundsId: report.id, note: isSame ? record.note : 'differs-from-report' };
  }
  if (await isCredited(deps, companyId, record.externalId)) return { state: 'credited', note: 'credited-before' };
  if (record.note === 'claimed') return dropClaim(deps, record);
  const change = toChange(record, await submitRequest(deps, record, { accountId, wayId, rate }));
  return change.state === 'requested' && (await isCreditedByOtherName(deps, record))
    ? { ...change, note: 'credited-before' }
    : change;
}

async function submitRequest(
  { core, clock, limits, hashDeposit }: Deps,
  record: ObservedPaymentRecord,
  { accountId, wayId, rate }: { readonly accountId: AccountId; readonly wayId: number; readonly rate: bigint },
): Promise<Outcome> {
  const { companyId, externalId, method, amount, currency } = record;
  const credit = calculateCredit(amount, rate);
  const { depositSecondFrom } = await limits(companyId);
  const content = { method, paid: amount, paidCurrency: currency, rate, credit, optionId: wayId, externalId } as const;
  const atMs = clock.nowMs();
  const shown = { ...content, accountId, proofId: null };
  const payloadHash = hashDeposit(companyId, record.address, shown);
  return core.submit({
    command: { type: 'RequestDeposit', ...shown, atMs, payloadHash, secondFrom: depositSecondFrom, isSeen: true },
    // The core stores refusals by id, so a retry after a temporary refusal needs a new one.
    clientId: stepId(companyId, externalId, `request ${record.refusals}`),
    bodyHash: hashOf([accountId, method, amount, currency, rate, wayId]),
  });
}

function toChange({ state }: ObservedPaymentRecord, outcome: Outcome): ObservedPaymentChange {
  if (outcome.kind === 'done') {
    const [event] = outcome.events;
    if (event?.type !== 'DepositRequested') throw new Error('Invariant: RequestDeposit returns DepositRequested');
    return { state: 'requested', fundsId: event.funds.id };
  }
  if (outcome.kind === 'conflict') throw new Error('Invariant: a step of a payment always has the same body');
  if (outcome.kind !== 'refused') return { state };
  // Final: its owner closed the account. Operators return the money.
  if (outcome.refusal === 'account-not-found') return { state: 'held', note: 'account-closed' };
  if (outcome.refusal === 'deposit-known') return { state: 'credited', note: 'credited-before' };
  return { state, note: 'refused', isRefused: true };
}

/** The claim on this payment was refused: the payment is unattributed until another claim. */
async function dropClaim(deps: Deps, record: ObservedPaymentRecord): Promise<ObservedPaymentChange> {
  if (await isCreditedByOtherName(deps, record)) return { state: 'credited', note: 'credited-before' };
  const { wayId, method, rate, confirmationsNeeded } = record;
  const attribution = { wayId, method, rate, confirmationsNeeded, userId: null, note: 'unattributed' } as const;
  return { state: 'held', note: 'unattributed', attribution };
}

/**
 * True if a deposit was credited under another name of this payment's transaction. Only an operator can decide whether
 * it was this payment.
 */
async function isCreditedByOtherName(deps: Deps, record: ObservedPaymentRecord): Promise<boolean> {
  for (const name of namesOf(record)) if (await isCredited(deps, record.companyId, name)) return true;
  return false;
}

async function isCredited({ core }: Deps, companyId: CompanyId, externalId: string): Promise<boolean> {
  return (await core.viewPayment(companyId, externalId)).credited !== null;
}

async function fundsRequestsOf(core: Deps['core'], accountId: AccountId): Promise<readonly FundsRequest[]> {
  return (await core.viewAccount(accountId))?.fundsRequests ?? [];
}

/**
 * Returns the payer's own report of this payment: one with its name, or one without a name of the same amount to the
 * user's own address. Using it keeps one payment from appearing twice in the operators' queue.
 */
async function reportOf(
  { core, store }: Deps,
  record: ObservedPaymentRecord,
  accountId: AccountId,
): Promise<DepositRecord | undefined> {
  const waiting = (await fundsRequestsOf(core, accountId)).filter((funds) => funds.kind === 'deposit');
  const claimed = await store.claimedFunds(
    record.companyId,
    waiting.map(({ id }) => id),
  );
  return findReport(
    waiting.filter(({ id }) => !claimed.has(id)),
    record,
  );
}

async function decideDeposit(deps: Deps, record: ObservedPaymentRecord): Promise<ObservedPaymentChange> {
  const { companyId, fundsId, userId, note, state } = record;
  if (fundsId === null || userId === null) throw new Error('Invariant: a requested payment has a deposit');
  const deposit = (await fundsRequestsOf(deps.core, userId as AccountId)).find(({ id }) => id === fundsId);
  if (deposit?.kind === 'deposit') {
    if (note !== '' && note !== 'refused') return { state: 'waiting' };
    const { autoCreditMax } = await deps.limits(companyId);
    if (deposit.credit > autoCreditMax) return { state: 'waiting', note: 'above-limit' };
  }
  // Submitted for a finished deposit too: if this step finished it, the core repeats its answer.
  const outcome = await approve(deps, record, { fundsId, userId, payloadHash: deposit?.payloadHash ?? '' });
  if (outcome.kind === 'refused') return { state: 'waiting', note: 'decided' };
  if (outcome.kind !== 'done') return { state };
  const isCredited = outcome.events[0]?.type === 'DepositCredited';
  return isCredited ? { state: 'credited', note: '' } : { state: 'waiting', note: 'second-approval' };
}

function approve(
  { core, clock }: Deps,
  { companyId, externalId, watcher }: ObservedPaymentRecord,
  {
    fundsId,
    userId,
    payloadHash,
  }: { readonly fundsId: FundsRequestId; readonly userId: number; readonly payloadHash: string },
): Promise<Outcome> {
  const accountId = userId as AccountId;
  const by = { kind: 'watcher', name: watcher } as const;
  return core.submit({
    command: { type: 'ApproveFunds', atMs: clock.nowMs(), accountId, fundsId, by, payloadHash },
    clientId: stepId(companyId, externalId, `approve ${fundsId}`),
    bodyHash: hashOf([accountId, fundsId]),
  });
}

function hashOf(values: readonly (string | number | bigint)[]): string {
  return createHash('sha256').update(values.join('/')).digest('base64url');
}

/**
 * Returns the command id of one step of one payment. It is the same after a crash, so the core repeats its decision.
 */
function stepId(companyId: number, externalId: string, step: string): string {
  return createHash('sha256').update(`${companyId}/${step}/${externalId}`).digest('hex').slice(0, 32);
}
