import * as z from 'zod/mini';
import { readCall, writeCall } from './call.ts';

/** Queues of operators' work, in the order of the menu. `payouts`: approved withdrawals that are to be paid. */
export const deskQueues = ['withdrawals', 'payouts', 'deposits', 'corrections', 'verifications'] as const;
export type DeskQueue = (typeof deskQueues)[number];

const queue = z.object({
  name: z.enum(deskQueues),
  waiting: z.number(),
  /** Waiting longer than 90 % of those decided in the last 30 days; 0 if too few were decided. */
  late: z.number(),
  /** Time since which the oldest waits; null if none does. */
  oldest_at: z.nullable(z.number()),
  /** Number of the oldest; null if none waits. */
  oldest_id: z.nullable(z.number()),
  /** Duration within which 90 % of the last 30 days were decided, in milliseconds; null below 5 decisions. */
  p90_ms: z.nullable(z.number()),
  /** Changes whenever an entry comes, goes or is approved once more: a page that shows the queue then reads it again. */
  mark: z.string(),
});

/** Control accounts of real money in one currency; decimal texts. Every sum shows its terms. */
const control = z.object({
  currency: z.string(),
  deposits: z.string(),
  withdrawals: z.string(),
  /** Deposits less withdrawals paid. */
  received: z.string(),
  free: z.string(),
  locked: z.string(),
  /** Free and locked balances of the clients. */
  clients: z.string(),
  fees: z.string(),
  swaps: z.string(),
  /** Clients' losses less their profits. */
  result: z.string(),
  /** Negative: paid by the firm for balances below zero. */
  cover: z.string(),
  /** Taken from clients by corrections less given to them. */
  corrections: z.string(),
  /** Rests below a cent of accounts that were closed. */
  remainders: z.string(),
  /** Sum of what the firm earned and paid. */
  firm: z.string(),
  /** Received less clients less firm: zero, or the ledger is broken. */
  difference: z.string(),
});

const foundClient = z.object({
  uid: z.string(),
  /** Verified name; empty without one. */
  name: z.string(),
  /** Masked. */
  account: z.string(),
  is_demo: z.boolean(),
  is_disabled: z.boolean(),
});
const foundFunds = z.object({
  kind: z.enum(['deposit', 'withdrawal', 'correction']),
  id: z.number(),
  uid: z.string(),
  name: z.string(),
  /** In USD. */
  amount: z.string(),
  status: z.string(),
  requested_at: z.number(),
});
const foundOrder = z.object({
  id: z.number(),
  uid: z.string(),
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  lots: z.string(),
  status: z.string(),
  /** Receipt that was asked for; empty if the order was. */
  receipt: z.string(),
});

export const deskCalls = {
  search: writeCall(
    {
      path: '/search',
      permission: 'dashboard.read',
      summary:
        'Search clients, requests, orders and receipts by number, name, email or phone, within the role; recorded for each client found',
    },
    {
      body: z.object({ q: z.string().check(z.trim(), z.maxLength(120), z.regex(/^(?:#?\d|.).|^\d$/s)) }),
      answer: z.object({
        clients: z.array(foundClient),
        funds: z.array(foundFunds),
        orders: z.array(foundOrder),
        accounts: z.array(z.object({ id: z.number(), uid: z.string(), is_demo: z.boolean() })),
      }),
    },
  ),
  tieOut: readCall(
    {
      path: '/tie-out',
      permission: 'dashboard.read',
      summary: 'Tie client money out: what came in, what clients hold, what the firm holds, and the difference',
    },
    {
      answer: z.object({
        at: z.number(),
        ledgers: z.array(control),
        /** Locked balances against the open withdrawals that lock them, over all currencies. */
        locks: z.object({ ledger: z.string(), requests: z.string(), difference: z.string() }),
        /** Checks that do not hold; empty if all agree. */
        breaks: z.array(z.enum(['ledger', 'locks'])),
      }),
    },
  ),
  today: readCall(
    { path: '/today', permission: 'dashboard.read', summary: 'Read the state of prices and the halts in force' },
    {
      answer: z.object({
        /** Instruments whose market is open, and those of them without a fresh price. */
        feeds: z.object({ open: z.number(), stale: z.number(), stale_symbols: z.array(z.string()) }),
        halts: z.number(),
        /** The longest halt; null if there is none. */
        oldest_halt: z.nullable(
          z.object({ scope: z.string(), symbol: z.string(), since: z.number(), reason: z.string() }),
        ),
      }),
    },
  ),
  queues: readCall(
    { path: '/queues', permission: 'dashboard.read', summary: 'Read what waits in each queue that the role may read' },
    { answer: z.object({ at: z.number(), queues: z.array(queue) }) },
  ),
};
