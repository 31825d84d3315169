import * as z from 'zod/mini';
import { decimalField, integerField } from '../http/fields.ts';
import { idParams, listCall, readCall, reasonField, writeCall } from './call.ts';

/**
 * A company's terms for an instrument, within the catalogue and its jurisdiction. They apply to orders opened from now
 * on; every change is a new version. There is no field for a price.
 */
export const termsBody = z.object({
  is_offered: z.boolean(),
  leverages: z.array(integerField(1, 1_000)).check(z.minLength(1), z.maxLength(12)),
  fee_rate: decimalField,
  lots_min: decimalField,
  lots_max: decimalField,
  swap_long: decimalField,
  swap_short: decimalField,
  /**
   * Percent that a price may move over a closed market: the catalogue's value or a larger one of the company. Default:
   * the catalogue's.
   */
  stress_move: z.optional(decimalField),
  /**
   * Closures in addition to the market's calendar, in ms; opening and pending fills wait meanwhile, closing stays
   * possible.
   */
  closures: z
    .array(z.object({ from: integerField(0), to: integerField(0), note: z.string().check(z.trim(), z.maxLength(120)) }))
    .check(z.maxLength(100)),
});
const instrumentRow = z.object({
  id: z.number(),
  symbol: z.string(),
  name: z.string(),
  category: z.string(),
  is_market_open: z.boolean(),
  is_stale: z.boolean(),
  is_halted: z.boolean(),
  bid: z.nullable(z.string()),
  ask: z.nullable(z.string()),
  source: z.string(),
  next_open: z.nullable(z.number()),
  next_close: z.nullable(z.number()),
  version: z.number(),
  is_offered: z.boolean(),
  leverages: z.array(z.number()),
});
const termsVersion = z.object({
  id: z.number(),
  version: z.number(),
  ...termsBody.shape,
  by: z.string(),
  at: z.number(),
  reason: z.string(),
});

export const instrumentCalls = {
  list: listCall({ path: '/instruments', permission: 'instrument.read', summary: 'List instruments' }, instrumentRow, {
    q: z.optional(z.string().check(z.maxLength(40))),
    category: z.optional(integerField(1)),
  }),
  one: readCall(
    {
      path: '/instruments/:id',
      permission: 'instrument.read',
      summary: 'Read an instrument with its terms, limits and weekly sessions',
    },
    {
      params: idParams,
      answer: z.object({
        ...instrumentRow.shape,
        ...termsBody.shape,
        leverage_cap: z.number(),
        sessions: z.array(z.object({ opens: z.string(), closes: z.string() })),
        zone: z.string(),
      }),
    },
  ),
  change: writeCall(
    {
      path: '/instruments/:id',
      permission: 'instrument.write',
      summary: 'Set new terms of an instrument, as a new version',
    },
    {
      params: idParams,
      body: z.object({ ...termsBody.shape, version: integerField(0), reason: reasonField }),
      answer: termsVersion,
    },
  ),
  versions: listCall(
    {
      path: '/instruments/:id/versions',
      permission: 'instrument.read',
      summary: 'List the versions of an instrument’s terms',
    },
    termsVersion,
    {},
    idParams,
  ),
};

/**
 * Opening is refused and pending orders wait; closing, cancelling and stops continue. `all` is for the installation's
 * own company.
 */
const halt = z.object({
  id: z.number(),
  scope: z.enum(['symbol', 'company', 'all']),
  instrument_id: z.nullable(z.number()),
  symbol: z.string(),
  reason: z.string(),
  by: z.string(),
  since: z.number(),
  ended_at: z.nullable(z.number()),
  ended_by: z.string(),
});
/** `shards_behind` lists the shards whose cores could not be reached; each reads the halt by itself. */
const changedHalt = z.object({ ...halt.shape, shards_behind: z.array(z.number()) });
export const haltCalls = {
  list: listCall({ path: '/halts', permission: 'instrument.read', summary: 'List halts, active ones first' }, halt, {
    is_active: z.optional(integerField(0, 1)),
  }),
  begin: writeCall(
    { path: '/halts', permission: 'halt.write', summary: 'Halt the opening of orders' },
    {
      body: z.object({
        scope: z.enum(['symbol', 'company', 'all']),
        instrument_id: z.optional(integerField(1)),
        reason: reasonField,
      }),
      answer: changedHalt,
    },
  ),
  end: writeCall(
    { path: '/halts/:id/end', permission: 'halt.write', summary: 'End a halt' },
    { params: idParams, body: z.object({ reason: reasonField }), answer: changedHalt },
  ),
};

/** Unconfirmed step of the wall clock, or null. `by_ms` is how far a confirmation moves the time. */
const clockAnswer = z.object({
  now: z.number(),
  wall: z.number(),
  step: z.nullable(
    z.object({
      id: z.number(),
      kind: z.enum(['forward', 'backward', 'behind-journal']),
      by_ms: z.number(),
      since: z.number(),
    }),
  ),
});
export const clockCalls = {
  state: readCall(
    { path: '/clock', permission: null, summary: 'Read the time and an unconfirmed step of the server clock' },
    { answer: clockAnswer },
  ),
  confirm: writeCall(
    {
      path: '/clock/confirm',
      permission: 'clock.confirm',
      summary: 'Confirm the new time after a step of the server clock',
    },
    { body: z.object({ step_id: integerField(1), reason: reasonField }), answer: clockAnswer },
  ),
};

const exposureRow = z.object({
  id: z.number(),
  symbol: z.string(),
  realm: z.enum(['real', 'demo']),
  orders: z.number(),
  accounts: z.number(),
  long_lots: z.string(),
  short_lots: z.string(),
  net_lots: z.string(),
  long_price: z.nullable(z.string()),
  short_price: z.nullable(z.string()),
  notional_usd: z.string(),
  client_profit: z.string(),
  book_profit: z.string(),
});
const watchedAccount = z.object({
  account_id: z.number(),
  /** Empty if the user is not known. */
  uid: z.string(),
  equity: z.string(),
  margin: z.string(),
  /** Equity ÷ margin in percent. */
  margin_level: z.string(),
  /** Margin level at which the account is stopped out. */
  stop_out_percent: z.number(),
  open_orders: z.number(),
  /** Position with the largest margin; its result is profit and swap. */
  largest: z.object({ symbol: z.string(), side: z.enum(['buy', 'sell']), lots: z.string(), result: z.string() }),
});
const exposureRealm = z._default(z.enum(['real', 'demo']), 'real');
export const exposureCalls = {
  list: listCall(
    {
      path: '/exposure',
      permission: 'exposure.read',
      summary: 'List exposure and current profit by instrument',
    },
    exposureRow,
    { realm: exposureRealm },
  ),
  currencies: readCall(
    {
      path: '/exposure/currencies',
      permission: 'exposure.read',
      summary: 'Read the net exposure by currency; its sum is zero',
    },
    {
      query: z.object({ realm: exposureRealm }),
      /** Largest first, either way; in US dollars at mid, positive where the clients hold the currency. */
      answer: z.object({ currencies: z.array(z.object({ currency: z.string(), net_usd: z.string() })) }),
    },
  ),
  nearest: readCall(
    {
      path: '/exposure/accounts',
      permission: 'exposure.read',
      summary: 'Read the accounts nearest to their stop-out, lowest margin level first, at most 50',
    },
    {
      query: z.object({ realm: exposureRealm }),
      answer: z.object({
        accounts: z.array(watchedAccount),
        /** False if the limits of one reading left accounts out that may be nearer. */
        is_whole: z.boolean(),
      }),
    },
  ),
};

const day = z.object({
  day: z.string(),
  deposits: z.string(),
  deposit_count: z.number(),
  withdrawals: z.string(),
  withdrawal_count: z.number(),
  active_traders: z.number(),
  new_users: z.number(),
  orders: z.number(),
  lots: z.string(),
  volume_usd: z.string(),
  fees: z.string(),
  swap: z.string(),
  client_profit: z.string(),
  revenue: z.string(),
});
export const dashboardCalls = {
  days: readCall(
    {
      path: '/dashboard',
      permission: 'dashboard.read',
      summary: 'Read the ledger totals of real accounts by day, and the waiting requests',
    },
    {
      query: z.object({ days: z._default(integerField(1, 366), 30) }),
      answer: z.object({
        days: z.array(day),
        waiting: z.object({
          deposits: z.number(),
          withdrawals: z.number(),
          corrections: z.number(),
          verifications: z.number(),
        }),
        now: z.object({
          users: z.number(),
          open_orders: z.number(),
          client_money: z.string(),
          locked: z.string(),
          oldest_withdrawal_at: z.nullable(z.number()),
          p90_ms: z.nullable(z.number()),
        }),
        /** Counts since midnight UTC, against the daily limits of the company and of one country. */
        sms: z.object({
          used: z.number(),
          limit: z.number(),
          refused: z.number(),
          country_limit: z.number(),
          countries: z.array(z.object({ country: z.string(), used: z.number(), refused: z.number() })),
        }),
      }),
    },
  ),
};
