import { exposureCalls } from '@candor/contracts/console/market';
import { formatDecimal } from '@candor/domain/values/decimal';
import type { CompanyId, Currency, Realm } from '@candor/domain/values/ids';
import { formatLots } from '@candor/domain/values/lots';
import { formatMoney, toMoney } from '@candor/domain/values/money';
import { formatPrice, type Price } from '@candor/domain/values/price';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { Clock } from '../../../ports/clock.ts';
import type { UserDirectory } from '../../../ports/operators.ts';
import type { Exposure, TradingPort, WatchedAccount } from '../../../ports/trading-port.ts';
import { addConsoleCall, type ConsoleDeps } from './add-console-call.ts';
import { KeptAnswers } from './kept-answers.ts';
import { pageRows } from './list-query.ts';

type Row = z.infer<(typeof exposureCalls)['list']['answer']>['data'][number];

type WatchedRow = z.infer<(typeof exposureCalls)['nearest']['answer']>['accounts'][number];

export interface ExposureCallDeps extends ConsoleDeps {
  readonly core: Pick<TradingPort, 'exposureOf' | 'nearestToStopOut'>;
  readonly users: Pick<UserDirectory, 'people'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** All pages of a company's operators share one reading of the accounts near stop-out a second. */
const watchKeptMs = 1_000;

/** Current exposure of the company by instrument, and its accounts nearest to stop-out, from the core (R-OPS-60, R-OPS-61). */
export function registerExposureCalls(app: FastifyInstance, deps: ExposureCallDeps): void {
  addConsoleCall(app, deps, exposureCalls.list, async ({ company, query }) => {
    const { realm } = query;
    const rows = (await deps.core.exposureOf(company.id, realm)).map((exposure) => toRow(exposure, realm));
    return pageRows(rows, query);
  });
  addConsoleCall(app, deps, exposureCalls.currencies, async ({ company, query }) => ({
    currencies: byCurrency(await deps.core.exposureOf(company.id, query.realm)),
  }));
  registerWatch(app, deps);
}

function registerWatch(app: FastifyInstance, deps: ExposureCallDeps): void {
  const keptOf = (realm: Realm) =>
    new KeptAnswers(
      watchKeptMs,
      (companyId) => readWatch(deps, companyId, realm),
      () => deps.clock.monotonicMs(),
    );
  const kept = { real: keptOf('real'), demo: keptOf('demo') };
  addConsoleCall(app, deps, exposureCalls.nearest, ({ company, query }) => kept[query.realm].of(company.id));
}

async function readWatch({ core, users }: ExposureCallDeps, companyId: CompanyId, realm: Realm) {
  const { accounts, isWhole } = await core.nearestToStopOut(companyId, realm);
  // A user's trading account has the user's number.
  const people = await users.people(
    companyId,
    accounts.map(({ id }) => id),
  );
  return { accounts: accounts.map((one) => toWatchedRow(one, people.get(one.id)?.uid ?? '')), is_whole: isWhole };
}

function toWatchedRow(account: WatchedAccount, uid: string): WatchedRow {
  const { spec, side, lots, result } = account.largest;
  return {
    account_id: account.id,
    uid,
    equity: formatMoney(account.equity),
    margin: formatMoney(account.margin),
    margin_level: formatDecimal(account.marginLevelE2, 2),
    stop_out_percent: account.stopOutPercent,
    open_orders: account.openOrders,
    largest: { symbol: spec.code, side, lots: formatLots(lots, spec), result: formatMoney(result) },
  };
}

/** Each instrument adds its net value to its base currency and takes it from its quote currency: the sum is zero. */
function byCurrency(exposures: readonly Exposure[]): { currency: Currency; net_usd: string }[] {
  const sums = new Map<Currency, bigint>();
  for (const { spec, netValue } of exposures)
    for (const [currency, value] of [
      [spec.baseCurrency, netValue],
      [spec.quoteCurrency, -netValue],
    ] as const)
      sums.set(currency, (sums.get(currency) ?? 0n) + value);
  const size = (net: bigint) => (net < 0n ? -net : net);
  const sorted = [...sums].toSorted(([one, net], [other, rest]) =>
    size(net) === size(rest) ? one.localeCompare(other) : size(net) < size(rest) ? 1 : -1,
  );
  return sorted.map(([currency, net]) => ({ currency, net_usd: formatMoney(toMoney(net)) }));
}

function toRow(exposure: Exposure, realm: Realm): Row {
  const { spec, orders, accounts, longLots, shortLots, notional, clientProfit } = exposure;
  const price = (value: Price | null) => (value === null ? null : formatPrice(value, spec.digits));
  return {
    id: spec.id,
    symbol: spec.code,
    realm,
    orders,
    accounts,
    long_lots: formatLots(longLots, spec),
    short_lots: formatLots(shortLots, spec),
    net_lots: formatLots(longLots - shortLots, spec),
    long_price: price(exposure.longPrice),
    short_price: price(exposure.shortPrice),
    notional_usd: formatMoney(notional),
    client_profit: formatMoney(clientProfit),
    book_profit: formatMoney(toMoney(-clientProfit)),
  };
}
