import { joinOldest, movedMax } from '@candor/domain/engine/funds/approvals';
import type { MovedAmount, MovedFunds } from '@candor/domain/engine/funds/funds-request';
import { recentPaymentsMax } from '@candor/domain/engine/state';
import { firstNumbersOf, shardOfOrder } from '@candor/domain/values/shard';
import { encode } from '../codec.ts';

/** Record of a snapshot of any format: a field and its value. */
export type AnyRecord = readonly [field: string, value: unknown];

/** Conversions by the format that they read; each gives the records of the next format. */
const conversions: Readonly<Record<number, (records: readonly AnyRecord[]) => AnyRecord[]>> = {
  1: forgetPayments,
  2: joinMoved,
  3: countAlerts,
  4: addStopOutNotices,
};

/** Returns the records of an older format in the form of `format`; null if no conversion leads there. */
export function convertRecords(records: readonly AnyRecord[], from: number, format: number): AnyRecord[] | null {
  let converted = [...records];
  for (let at = from; at !== format; at += 1) {
    const convert = conversions[at];
    if (convert === undefined) return null;
    converted = convert(converted);
  }
  return converted;
}

/** Format 2: the state holds the most recent payments, and counts the others. */
function forgetPayments(records: readonly AnyRecord[]): AnyRecord[] {
  const excessOf = (field: string) =>
    Math.max(0, records.filter(([name]) => name === field).length - recentPaymentsMax);
  const [credited, paid] = [excessOf('creditedPayments'), excessOf('payoutPayments')];
  const left: Record<string, number> = { creditedPayments: credited, payoutPayments: paid };
  const converted: AnyRecord[] = [];
  for (const record of records) {
    const [field] = record;
    const count = left[field] ?? 0;
    if (count > 0) {
      left[field] = count - 1;
      continue;
    }
    if (field === 'lastOrderId') converted.push(['forgottenPayments', { credited, paid }]);
    converted.push(record);
  }
  return converted;
}

/** Part of an account that format 3 changed. */
interface AccountPart {
  readonly movedFunds: MovedFunds;
}

/** Format 3: moved amounts are forgotten by number. Those that format 2 had forgotten by time stay unknown. */
function joinMoved(records: readonly AnyRecord[]): AnyRecord[] {
  return records.map(([field, value]) => {
    if (field !== 'accounts') return [field, value];
    const account = value as AccountPart;
    const movedFunds = { deposit: [...account.movedFunds.deposit], withdrawal: [...account.movedFunds.withdrawal] };
    for (const moved of Object.values(movedFunds)) joinOldest(moved);
    return [field, { ...account, movedFunds }];
  });
}

/** Format 4: alerts are numbered; there were none. */
function countAlerts(records: readonly AnyRecord[]): AnyRecord[] {
  const lastOrderId = records.find(([field]) => field === 'lastOrderId')?.[1] as number;
  const lastAlertId = firstNumbersOf(shardOfOrder(lastOrderId)).alertId - 1;
  return records.flatMap((record) => (record[0] === 'lastFundsId' ? [record, ['lastAlertId', lastAlertId]] : [record]));
}

/** Format 5: an account may run a notice of a higher stop-out level, whose notices last; there were none. */
function addStopOutNotices(records: readonly AnyRecord[]): AnyRecord[] {
  return records.map(([field, value]) => {
    if (field === 'accounts') return [field, { ...(value as object), stopOutNotice: null }];
    if (field !== 'notices') return [field, value];
    const [accountId, kept] = value as [number, { readonly standing: readonly unknown[] }];
    return [field, [accountId, { ...kept, standing: [...kept.standing, null] }]];
  });
}

const forgottenAfterMs = 24 * 3_600_000;

/**
 * True if two lists of records are equal but for moved amounts that format 2 had forgotten. A history that begins in a
 * snapshot of format 2 lacks them, one that begins at entry 1 does not.
 */
export function isSameHistory(records: readonly AnyRecord[], others: readonly AnyRecord[]): boolean {
  return records.length === others.length && records.every((one, at) => isSameRecord(one, others[at] ?? ['', null]));
}

function isSameRecord(one: AnyRecord, other: AnyRecord): boolean {
  if (encode(one) === encode(other)) return true;
  if (one[0] !== 'accounts' || other[0] !== 'accounts') return false;
  const { movedFunds: moved, ...account } = one[1] as AccountPart;
  const { movedFunds: otherMoved, ...otherAccount } = other[1] as AccountPart;
  if (encode(account) !== encode(otherAccount)) return false;
  return (['deposit', 'withdrawal'] as const).every((kind) => isSameMoved(moved[kind], otherMoved[kind]));
}

/** True if the shorter list lacks only amounts that were a day older than one it holds, and what these were joined to. */
function isSameMoved(one: readonly MovedAmount[], other: readonly MovedAmount[]): boolean {
  const [less, more] = one.length <= other.length ? [one, other] : [other, one];
  const [lacking, held] = [more.slice(0, more.length - less.length), more.slice(more.length - less.length)];
  const isForgotten = ({ atMs }: MovedAmount) => held.some((later) => later.atMs - atMs >= forgottenAfterMs);
  // A full list begins with a sum, which has forgotten amounts in one of them.
  const isSum = less.length === movedMax;
  const isHeld = ({ atMs, amount }: MovedAmount, at: number) =>
    atMs === less[at]?.atMs && (amount === less[at].amount || (isSum && at === 0));
  return lacking.every(isForgotten) && held.every(isHeld);
}
