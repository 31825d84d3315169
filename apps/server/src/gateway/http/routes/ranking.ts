import { contentCalls, type RankingEntry } from '@candor/contracts/http/content';
import { pageSize } from '@candor/contracts/http/paths';
import { formatDecimal } from '@candor/domain/values/decimal';
import type { InstrumentId } from '@candor/domain/values/ids';
import { formatMoney } from '@candor/domain/values/money';
import type { FastifyInstance } from 'fastify';
import type { RankedAccount } from '../../../ports/content.ts';
import type { Market } from '../../../ports/market.ts';
import type { Ranking } from '../../../services/content/ranking.ts';
import { companyOf } from '../company-of.ts';
import { registerCall } from '../register-call.ts';

export interface RankingRouteDeps {
  readonly ranking: Ranking;
  readonly market: Pick<Market, 'spec'>;
}

/** Registers the ranking, for visitors too: names are masked, demo and real are labelled (R-RANK-01). */
export function registerRankingRoutes(app: FastifyInstance, { ranking, market }: RankingRouteDeps): void {
  registerCall(app, {}, contentCalls.ranking, async ({ input: { page }, request }) => {
    const found = await ranking.read(companyOf(request));
    const accounts = found?.accounts ?? [];
    const first = (page - 1) * pageSize;
    const data = accounts
      .slice(first, first + pageSize)
      .map((account, at) => toEntry(account, first + at + 1, market.spec(account.instrumentId as InstrumentId)?.code));
    return { data, total: accounts.length, is_shown: found !== null, at: found?.atMs ?? 0 };
  });
}

function toEntry(account: RankedAccount, rank: number, code = ''): RankingEntry {
  return {
    rank,
    user: `${account.email?.slice(0, 1) ?? ''}***${account.uid.slice(-3)}`,
    is_demo: account.isDemo ? 1 : 0,
    multiple: account.leverage,
    code,
    three_week_rate: toPercent(account.profit, account.base),
    three_week_win: toPercent(BigInt(account.wins), BigInt(account.trades)),
    three_week_profit: formatMoney(account.profit),
    total_rate: toPercent(account.totalProfit, account.totalPaidIn),
    total_trade_num: account.totalTrades,
  };
}

/** Formats a percentage with two decimals, truncated; 0 when the whole is 0. */
export function toPercent(part: bigint, whole: bigint): string {
  return formatDecimal(whole === 0n ? 0n : (part * 10_000n) / whole, 2);
}
