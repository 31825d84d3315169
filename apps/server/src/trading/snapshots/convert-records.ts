import { recentPaymentsMax } from '@candor/domain/engine/state';

/** Record of a snapshot of any format: a field and its value. */
export type AnyRecord = readonly [field: string, value: unknown];

/** Conversions by the format that they read; each gives the records of the next format. */
const conversions: Readonly<Record<number, (records: readonly AnyRecord[]) => AnyRecord[]>> = { 1: forgetPayments };

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
