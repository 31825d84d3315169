import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBarQuotes } from '../apps/server/src/adapters/feeds/replay/recorded-quotes.ts';
import type { QuotedInstrument } from '../apps/server/src/ports/market.ts';
import { writeBarPair } from '../testkit/recorded-bars.ts';

// Prices of many instruments from one recording of GBP/USD: each instrument moves like the recording, from a place of
// its own. REPLAY_BID and REPLAY_ASK name a pair of real files.

const digits = 5;
const quotesMax = 20_000;

/** Next price of each instrument. */
export interface RecordedPrices {
  next(): { readonly id: number; readonly bid: number; readonly ask: number }[];
}

export async function readRecordedPrices(instruments: readonly QuotedInstrument[]): Promise<RecordedPrices> {
  const mids = await readMids();
  const [first = 1] = mids;
  const apart = Math.max(1, Math.floor(mids.length / instruments.length));
  let at = 0;
  return {
    next() {
      at += 1;
      return instruments.map(({ spec, spreadTicks, referencePrice }, place) => {
        const factor = (mids[(at + place * apart) % mids.length] ?? first) / first;
        const bid = Math.round(referencePrice * factor * 10 ** spec.digits);
        return { id: spec.id, bid, ask: bid + spreadTicks };
      });
    },
  };
}

async function readMids(): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-quotes-'));
  try {
    const made = writeBarPair(folder, 1_000, 100);
    const files = { bid: process.env['REPLAY_BID'] ?? made.bid, ask: process.env['REPLAY_ASK'] ?? made.ask };
    const mids: number[] = [];
    for await (const quotes of readBarQuotes(files, digits)) {
      for (const { bid, ask } of quotes) mids.push((bid + ask) / 2);
      if (mids.length >= quotesMax) break;
    }
    return mids;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
