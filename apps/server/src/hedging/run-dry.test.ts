import { isOpen } from '@candor/domain/engine/order';
import { formatDecimal } from '@candor/domain/values/decimal';
import type { CompanyId } from '@candor/domain/values/ids';
import { describe, expect, test } from 'vitest';
import { type ClientFlow, flowSpecs, runClientFlow } from '../../../../testkit/client-flow.ts';
import { parseRulesFile } from '../adapters/feeds/hedging/rules-file.ts';
import type { JournalReader } from '../ports/journal.ts';
import { runDry } from './run-dry.ts';

const company = 1 as CompanyId;
const startMs = Date.parse('2026-11-25T00:00:00Z');
const dayStartMs = startMs + 86_400_000;
/** Three days, one act every 10 minutes. */
const flow = runClientFlow(11, { startMs, acts: 432, everyMs: 600_000 });
const codes = new Set(flowSpecs.map(({ code }) => code));

/** Journal that counts what is held at once. */
function journalOf({ entries }: ClientFlow) {
  const pages: number[] = [];
  const read: JournalReader['read'] = (seq, limit) => {
    const page = entries.slice(seq, seq + limit);
    pages.push(page.length);
    return Promise.resolve(page);
  };
  return { read, pages };
}

async function* quotesOf({ quotes }: ClientFlow) {
  for (const [offset, quote] of quotes.entries()) yield await Promise.resolve([{ offset, quote }]);
}

function dryRun(hedge: unknown, quotes = quotesOf(flow)) {
  const rules = parseRulesFile(
    JSON.stringify({ companies: [{ company: 1, rules: [{ name: 'all', hedge }] }] }),
    'rules.json',
    codes,
  );
  return runDry({ journals: [journalOf(flow)], quotes, specs: flowSpecs, rules, dayStartMs });
}

/** Result of the clients over the day by instrument, by the balance sheet: profits booked, plus open profit, less that before. */
function clientResult(spec: (typeof flowSpecs)[number]): bigint {
  const openProfit = (untilMs: number) => {
    let booked = 0n;
    const open = new Map<number, { side: string; lots: number; openPrice: number }>();
    for (const event of flow.events) {
      if (event.atMs >= untilMs || !('order' in event) || event.order.instrumentId !== spec.id) continue;
      const { order } = event;
      if (event.type === 'OrderReduced') booked += event.closed.profit;
      if (event.type === 'OrderClosed') booked += order.profit;
      if (isOpen(order)) open.set(order.id, order);
      else open.delete(order.id);
    }
    const mark = flow.quotes.findLast(({ instrumentId, timeMs }) => instrumentId === spec.id && timeMs < untilMs);
    let net = 0;
    let profit = booked;
    for (const { side, lots, openPrice } of open.values()) {
      const steps = side === 'buy' ? lots : -lots;
      net += steps;
      // A lot step of 1,000 units moves a cent a tick: 10,000 micros.
      profit -= BigInt(steps) * BigInt(openPrice) * 10_000n;
    }
    if (mark === undefined) return profit;
    return profit + BigInt(net) * BigInt(net > 0 ? mark.bid : mark.ask) * 10_000n;
  };
  return openProfit(dayStartMs + 86_400_000) - openProfit(dayStartMs);
}

const cents = (micros: bigint) => formatDecimal(micros / 10_000n, 2);

describe('R-HDG-05 a dry run over a seeded day', () => {
  test('keeps everything: the result of the house is that of the clients with the other sign', async () => {
    const lines = await dryRun('none');
    for (const spec of flowSpecs) {
      const result = cents(-clientResult(spec));
      expect(lines.join('\n')).toContain(`all kept ${result} USD; hedges 0.00 USD; with these rules ${result} USD`);
    }
    expect(lines.join('\n')).toContain('0 orders, 0.00 lots');
  });

  test('hedges everything: an order for each fill that changes the net, and what is left is the spread', async () => {
    const lines = await dryRun('all');
    const text = lines.join('\n');
    for (const spec of flowSpecs) {
      const fills = flow.events.filter(
        (event) =>
          ['OrderOpened', 'OrderReduced', 'OrderClosed'].includes(event.type) &&
          'order' in event &&
          event.order.instrumentId === spec.id &&
          event.atMs >= dayStartMs &&
          event.atMs < dayStartMs + 86_400_000,
      ).length;
      expect(fills).toBeGreaterThan(20);
      expect(text).toContain(`${spec.code}, company ${company}:\n  clients: ${fills} fills`);
      expect(text).toContain(`hedged: ${fills} orders`);
      // Each client fill and its hedge have the same price: nothing is left to win or lose.
      expect(text).toContain('the house kept at most 0.00');
    }
    expect(text.match(/with these rules 0\.00 USD/g)).toHaveLength(2);
  });

  test('says what it assumes, and that a result is unknown without logged quotes', async () => {
    const lines = await dryRun({ above: '1.00' }, quotesOf({ ...flow, quotes: [] }));
    expect(lines.join('\n')).toContain('result: unknown, the tick log holds no quote of that time');
    expect(lines.slice(-4).join(' ')).toMatch(/^Assumed: .*demo accounts are left out\.$/);
  });

  test('reads the journal in pages, once, whatever its length', async () => {
    for (const acts of [200, 400]) {
      const long = runClientFlow(2, { startMs, acts: acts * 5, everyMs: 60_000 });
      const journal = journalOf(long);
      await runDry({ journals: [journal], quotes: quotesOf(long), specs: flowSpecs, rules: [], dayStartMs });
      expect(Math.max(...journal.pages)).toBeLessThanOrEqual(1_000);
      expect(journal.pages.reduce((sum, page) => sum + page, 0)).toBeLessThanOrEqual(long.entries.length + 1_000);
    }
  });
});
