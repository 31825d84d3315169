import * as z from 'zod/mini';
import { describeCall } from './call.ts';
import { clientIdField, decimalText, named, note, pageField, pageOf, timeMs } from './fields.ts';
import { order } from './trade.ts';

/** One line of the billing list (R-LED-11). */
const billingEntry = named(
  'BillingEntry',
  z.strictObject({
    Id: z.string(),
    Value: note('Added to the balance, or taken from it.', decimalText),
    MemoTran: note('The reason, in the language of the request.', z.string()),
    CreatedAtTran: timeMs,
    OrderId: note('The order it belongs to; null for grants and resets.', z.nullable(z.number())),
    Balance: note('The balance after it.', decimalText),
  }),
);
export type BillingEntry = z.infer<typeof billingEntry>;

const billingList = pageOf(billingEntry);
export type BillingList = z.infer<typeof billingList>;

/** Balances with 2 decimals. */
const accountDetail = named(
  'AccountDetail',
  z.strictObject({ balance: decimalText, lock_balance: note('Held by withdrawals in progress.', decimalText) }),
);
export type AccountDetail = z.infer<typeof accountDetail>;

/** The decision on a command, found by its client id (R-WIRE-17). */
const commandAnswer = named(
  'CommandAnswer',
  z.union([
    z.strictObject({ status: z.literal('unknown') }),
    z.strictObject({ status: z.literal('done'), order: z.nullable(order) }),
    z.strictObject({ status: z.literal('refused'), code: z.number(), msg: z.string() }),
  ]),
);
export type CommandAnswer = z.infer<typeof commandAnswer>;

export const accountCalls = {
  balance: describeCall('balance', {
    summary: 'The balance',
    who: 'session',
    answer: z.strictObject({ balance: decimalText }),
  }),
  accountDetail: describeCall('accountDetail', {
    summary: 'The balance, and the part that withdrawals in progress hold',
    who: 'session',
    answer: accountDetail,
  }),
  billing: describeCall('billing', {
    summary: 'Changes of the balance, newest first',
    who: 'session',
    input: z.object({ page: pageField }),
    answer: billingList,
  }),
  command: describeCall('command', {
    summary: 'The decision on an earlier request, by its client id',
    who: 'session',
    input: z.object({ client_id: clientIdField }),
    answer: commandAnswer,
  }),
};
