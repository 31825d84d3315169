import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One bar of a file, with prices as written. */
export interface RecordedBar {
  readonly timeMs: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
}

/** Reads lines of `timestamp,open,high,low,close` without the product's code, to check the product's candles. */
export function readBars(file: string): RecordedBar[] {
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [stamp = '', open = '', high = '', low = '', close = ''] = line.trim().split(',');
    return { timeMs: Date.parse(stamp.replace(' ', 'T')), open, high, low, close };
  });
}

/** Writes bid and ask bars for GBP/USD: a quiet period, then a fall of more than 100 pips. */
export function writeBarPair(folder: string, quietBars: number, fallingBars: number): { bid: string; ask: string } {
  const rows: { bid: string[]; ask: string[] } = { bid: [], ask: [] };
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  let price = 157_600;
  for (let bar = 0; bar < quietBars + fallingBars; bar += 1) {
    const open = price;
    const drift = bar < quietBars ? random(9) - 4 + Math.sign(157_600 - price) * 2 : -random(40);
    const close = open + drift;
    const high = Math.max(open, close) + random(8);
    const low = Math.min(open, close) - random(8);
    const spread = 11 + random(3);
    const stamp = `2012-02-01 ${clock(bar)}:00+00:00`;
    rows.bid.push([stamp, ...[open, high, low, close].map(text)].join(','));
    rows.ask.push([stamp, ...[open, high, low, close].map((ticks) => text(ticks + spread))].join(','));
    price = close;
  }
  const files = { bid: join(folder, 'gbpusd-m1-bid.csv'), ask: join(folder, 'gbpusd-m1-ask.csv') };
  for (const side of ['bid', 'ask'] as const) {
    writeFileSync(files[side], `timestamp,open,high,low,close\n${rows[side].join('\n')}\n`);
  }
  return files;
}

function clock(bar: number): string {
  return `${String(Math.floor(bar / 60)).padStart(2, '0')}:${String(bar % 60).padStart(2, '0')}`;
}

function text(ticks: number): string {
  return (ticks / 100_000).toFixed(5);
}
