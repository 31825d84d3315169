import { hash } from 'node:crypto';
import type { CompanyId } from '@candor/domain/values/ids';
import { formatMoney, toMoney } from '@candor/domain/values/money';
import { LogError } from '@candor/transparency-log/log-error';
import { type SumLeaf, sumTreeLevels, sumTreeWidth } from '@candor/transparency-log/sum-tree';
import type {
  LiabilityFault,
  LiabilityLeaf,
  LiabilityStore,
  LiabilityTotal,
  OwedAccount,
  OwedLedger,
} from '../../ports/liabilities.ts';

export interface LiabilityDeps {
  readonly store: LiabilityStore;
  /** Returns the name of a company's log. */
  readonly originOf: (companyId: CompanyId) => string;
  /** Returns the salt of a name: 32 bytes, the same every time. */
  readonly saltOf: (name: string) => Uint8Array;
}

const seatPrefix = Buffer.from('seat');

/** Day of a time, UTC, e.g. `2026-11-27`. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/**
 * Makes a company's totals of what it owes to its clients, one for each currency of its real accounts, unless the day has
 * them (R-LOG-20). Returns those made; none if nothing is due. A ledger with locked money below zero, or whose sum less
 * the claims is not the house's side to the last digit, gets no total but its fault (R-LOG-21).
 */
export async function makeLiabilities(
  { store, originOf, saltOf }: LiabilityDeps,
  companyId: CompanyId,
  nowMs: number,
): Promise<readonly LiabilityTotal[]> {
  const day = dayOf(nowMs);
  if (await store.hasDay(companyId, day)) return [];
  const { seq, ledgers } = await store.capture(companyId);
  const totals = ledgers.map((ledger): LiabilityTotal => {
    const name = `liabilities-${companyId}-${day}-${ledger.currency}`;
    const about = { origin: originOf(companyId), day, atMs: nowMs };
    const common = { day, currency: ledger.currency, atMs: nowMs, seq, accounts: ledger.accounts.length, name };
    return { ...common, made: makeTotal(ledger, about, (account) => saltOf(`${name}-${account}`)) };
  });
  await store.put(companyId, day, totals);
  return totals;
}

function makeTotal(
  ledger: OwedLedger,
  { origin, day, atMs }: { readonly origin: string; readonly day: string; readonly atMs: number },
  saltOf: (account: string) => Uint8Array,
): LiabilityTotal['made'] {
  const fault = faultOf(ledger);
  if (fault !== null) return { fault };
  const claims = claimsOf(ledger);
  const { currency, accounts } = ledger;
  const seated = seat(
    accounts.map(({ accountId }) => String(accountId)),
    saltOf,
  );
  const owed = new Map(accounts.map((account) => [String(account.accountId), account]));
  const leaves = seated.map(({ account, salt }): SumLeaf => {
    const one = account === null ? undefined : owed.get(account);
    if (one === undefined) return { name: '', amount: 0n, salt };
    return { name: `${origin} ${day} ${currency} ${one.fingerprint}`, amount: owedTo(one), salt };
  });
  let levels: ReturnType<typeof sumTreeLevels>;
  try {
    levels = sumTreeLevels(leaves);
  } catch (error) {
    if (error instanceof LogError && error.code === 'sum-too-large') return { fault: 'too-large' };
    throw error;
  }
  const root = levels.at(-1)?.[0];
  if (root === undefined) throw new Error('Invariant: a tree has a root');
  const text = JSON.stringify({
    version: 'candor-liabilities-1',
    day,
    currency,
    time: atMs,
    height: levels.length - 1,
    sum: formatMoney(toMoney(root.sum)),
    claims: formatMoney(toMoney(claims)),
    root: Buffer.from(root.hash).toString('hex'),
  });
  const places = seated.flatMap(({ account, salt }, position): LiabilityLeaf[] => {
    const one = account === null ? undefined : owed.get(account);
    return one === undefined ? [] : [{ accountId: one.accountId, position, amount: owedTo(one), salt }];
  });
  return { fault: null, sum: root.sum, claims, root: root.hash, text, leaves: places, levels };
}

function faultOf(ledger: OwedLedger): LiabilityFault | null {
  if (ledger.accounts.some(({ locked }) => locked < 0n)) return 'negative';
  const sum = ledger.accounts.reduce((total, one) => total + owedTo(one), 0n);
  return sum - claimsOf(ledger) === -ledger.house ? null : 'not-tied';
}

/** Money owed to an account: never below zero, so that a loss of one lowers nothing that is owed to others. */
function owedTo({ cash, locked }: OwedAccount): bigint {
  return cash + locked > 0n ? cash + locked : 0n;
}

/** Sum that accounts below zero owe: a balance may be below zero while positions are open (R-ORD-16). */
function claimsOf({ accounts }: OwedLedger): bigint {
  return accounts.reduce((total, one) => total + owedTo(one) - one.cash - one.locked, 0n);
}

/**
 * Seats accounts and padding in an order that only the salts give: another one each day, so that neighbours and places
 * reveal nothing of other days.
 */
function seat(accounts: readonly string[], saltOf: (account: string) => Uint8Array) {
  const padding = sumTreeWidth(accounts.length) - accounts.length;
  const all = [
    ...accounts.map((account) => ({ account, salt: saltOf(account) })),
    ...Array.from({ length: padding }, (_, at) => ({ account: null, salt: saltOf(`padding-${at}`) })),
  ];
  // A hash of the salt, because a place is public to its owner and the salt is too.
  const keyOf = (salt: Uint8Array) => hash('sha256', Buffer.concat([seatPrefix, salt]));
  return all.map((one) => ({ ...one, key: keyOf(one.salt) })).toSorted((one, other) => (one.key < other.key ? -1 : 1));
}
