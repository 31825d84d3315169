import { Readable } from 'node:stream';
import { statisticsPaths } from '@candor/contracts/http/paths';
import type { CompanyId } from '@candor/domain/values/ids';
import type { FastifyInstance } from 'fastify';
import type { FillRow } from '../../../ports/statistics.ts';
import {
  type PublicStatistics,
  type PublishedStatistics,
  type RealmFigures,
  samplesMin,
} from '../../../services/log/public-statistics.ts';
import { companyOf } from '../company-of.ts';
import { RefusalError } from '../envelope.ts';

const dayMs = 86_400_000;

/** How each figure follows from the counts of the same file, and these from journal, log and receipts. */
const definitions = {
  unit: 'Slippage in millionths of the price that the client named; above zero better for the client. Ages in ms, payments in s.',
  slippage:
    'Of each receipt with "asked": (asked - price) / asked for a buy, (price - asked) / asked for a sell, rounded to whole millionths away from zero at a half, at most 10000 either way.',
  better: 'Percentile by nearest rank of max(0, slippage) over all of them; worse: of max(0, -slippage).',
  difference:
    'better - worse; its 95 % interval from the order statistics of both (Hahn and Meeker 1991) by Zou and Donner 2008, null if a rank does not exist.',
  mean: 'Mean slippage, 95 % interval with standard errors by clusters (Liang and Zeger 1986): fills of one instrument within a minute (UTC). From slippageSums: clusters G, count N, sum S, countSquares, products, sumSquares; m = S / N, error = sqrt(G / (G - 1) * (sumSquares - 2 m products + m^2 countSquares)) / N. Null with fewer than 30 clusters.',
  surplus: 'The same of 1, 0 and -1 for better, equal and worse fills, from signSums.',
  quoteAge: 'Of each receipt with a quote: time - quote.time, three significant digits; percentiles by nearest rank.',
  fills: 'Number of receipts of the day.',
  stopOuts: 'Number of receipts with the rule "stop-out" whose reason is not "further-stop-out".',
  refusals: "Journal entries of refused orders and closes, by reason. Not in the log: the company's word.",
  withdrawals: "Time of payment - time of request of each paid withdrawal. Not in the log: the company's word.",
  losing:
    "Real accounts that closed a position in the 365 days up to the end of the last day, and those of them whose results, fees and swaps of that time sum up to less than zero; without open positions. Not in the log: the company's word.",
  rows: 'A JSON array a line: entry of the receipt in the public log, realm, rule, slippage, age of the quote, number of its cluster within the day and realm. Every entry of the log that is a receipt (first byte 02) of the day has one row. Of a realm with too few orders to be shown, rows have entry and realm only.',
} as const;

/** Registers the files for programs; no envelope, and readable by pages of any site (R-STA-05). */
export function registerStatisticsFiles(app: FastifyInstance, statistics: PublicStatistics): void {
  app.get(statisticsPaths.json, async (request, reply) => {
    const { id, name } = companyOf(request);
    void reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=60' });
    return reply.send(toJson(name, await statistics.figures(id)));
  });
  app.get<{ Params: { file: string } }>(statisticsPaths.rows, async (request, reply) => {
    const { id } = companyOf(request);
    const [, day] = /^(\d{4}-\d{2}-\d{2})\.jsonl$/.exec(request.params.file) ?? [];
    const { days, real, demo } = await statistics.figures(id);
    if (day === undefined || !days.some((one) => one.day === day))
      throw new RefusalError('unknownPath', { httpStatus: 404 });
    void reply.headers({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=3600',
      'content-type': 'application/jsonl; charset=utf-8',
    });
    const hidden = Object.entries({ real, demo }).flatMap(([realm, { counts }]) => (counts === null ? [realm] : []));
    return reply.send(Readable.from(linesOf(statistics, id, { day, hidden })));
  });
}

/** The rows of a day, a part of at most 1,000 at a time: no answer holds a day in memory. */
async function* linesOf(
  statistics: PublicStatistics,
  companyId: CompanyId,
  { day, hidden }: { readonly day: string; readonly hidden: readonly string[] },
): AsyncGenerator<string> {
  for (let seq = 0; ; ) {
    const part = await statistics.rows(companyId, day, seq);
    if (part === null) return;
    yield hidden.length === 0 ? part.lines : withoutFacts(part.lines, hidden);
    seq = part.seq;
  }
}

/** Rows whose realm has too few orders to be shown keep entry and realm only: each entry of the log still has a row (R-STA-10). */
export function withoutFacts(lines: string, hidden: readonly string[]): string {
  return lines.replace(/^\[.*\]$/gm, (line) => {
    const [leaf, realm] = JSON.parse(line) as FillRow;
    return hidden.includes(realm) ? JSON.stringify([leaf, realm, null, null, null, null]) : line;
  });
}

function toJson(company: string, published: PublishedStatistics) {
  const { period, real, demo, days, losing, losingSample, oldestWithdrawalMs } = published;
  return {
    version: 'candor-statistics-1',
    company,
    period:
      period === null
        ? null
        : {
            from: new Date(period.from).toISOString(),
            before: new Date(Date.parse(period.to) + dayMs).toISOString(),
          },
    samples_min: samplesMin,
    definitions,
    real: toRealm(real),
    demo: toRealm(demo),
    losing: { sample: losingSample, accounts: losing?.accounts ?? null, losing: losing?.losing ?? null },
    oldest_withdrawal: oldestWithdrawalMs === null ? null : new Date(oldestWithdrawalMs).toISOString(),
    rows: days.map(({ day, fills }) => ({ day, fills, path: statisticsPaths.rows.replace(':file', `${day}.jsonl`) })),
  };
}

function toRealm({ orders, counts, slippage, quoteAge, withdrawals }: RealmFigures) {
  return {
    sample: orders,
    counts,
    slippage:
      slippage === null
        ? null
        : {
            count: slippage.count,
            better: slippage.better,
            equal: slippage.equal,
            worse: slippage.worse,
            percentiles: slippage.percentiles,
            mean: slippage.mean,
            surplus: slippage.surplus,
          },
    quote_age: quoteAge,
    withdrawals: withdrawals === null ? null : { median: withdrawals[0], p95: withdrawals[1] },
  };
}
