import { exposureCalls } from '@candor/contracts/console/market';
import type { Currency, Realm } from '@candor/domain/values/ids';
import { formatLots } from '@candor/domain/values/lots';
import { formatMoney, toMoney } from '@candor/domain/values/money';
import { formatPrice, type Price } from '@candor/domain/values/price';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { Exposure, TradingPort } from '../../../ports/trading-port.ts';
import { addConsoleCall, type ConsoleDeps } from './add-console-call.ts';
import { pageRows } from './list-query.ts';

type Row = z.infer<(typeof exposureCalls)['list']['answer']>['data'][number];

/** Current exposure of the company by instrument, from the core (R-OPS-60). */
export function registerExposureCalls(
  app: FastifyInstance,
  deps: ConsoleDeps & { readonly core: Pick<TradingPort, 'exposureOf'> },
): void {
  addConsoleCall(app, deps, exposureCalls.list, async ({ company, query }) => {
    const { realm } = query;
    const rows = (await deps.core.exposureOf(company.id, realm)).map((exposure) => toRow(exposure, realm));
    return pageRows(rows, query);
  });
  addConsoleCall(app, deps, exposureCalls.currencies, async ({ company, query }) => ({
    currencies: byCurrency(await deps.core.exposureOf(company.id, query.realm)),
  }));
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
