import { basename } from 'node:path';
import type { QuotedInstrument } from '../../../ports/market.ts';
import { ReplayFileError, readLines } from './line-reader.ts';
import { detectFileFormat, type RecordedQuote, readBarQuotes, readTickQuotes } from './recorded-quotes.ts';

/** Files of one instrument; `open` starts reading from the beginning. */
export interface ReplayTrack {
  readonly instrument: QuotedInstrument;
  readonly open: () => AsyncGenerator<RecordedQuote[]>;
}

/** Groups the files by instrument and side, and refuses unplayable ones before anything starts. */
export async function planReplay(
  files: readonly string[],
  symbol: string | null,
  instruments: readonly QuotedInstrument[],
): Promise<ReplayTrack[]> {
  if (files.length === 0) throw new Error('replay: no file is given');
  const byInstrument = new Map<QuotedInstrument, string[]>();
  for (const file of files) {
    const instrument = findInstrument(file, await firstLineOf(file), symbol, instruments);
    byInstrument.set(instrument, [...(byInstrument.get(instrument) ?? []), file]);
  }
  const tracks: ReplayTrack[] = [];
  for (const [instrument, own] of byInstrument) tracks.push(await planTrack(instrument, own));
  return tracks;
}

async function firstLineOf(file: string): Promise<string> {
  for await (const [first] of readLines(file)) return first?.text ?? '';
  return '';
}

/** Finds the instrument by its code in the file's name or first line (TrueFX), or by the setting. */
function findInstrument(
  file: string,
  firstLine: string,
  symbol: string | null,
  instruments: readonly QuotedInstrument[],
): QuotedInstrument {
  const name = normalise(basename(file));
  const pair = /^[A-Z]{3}\/?[A-Z]{3},/.test(firstLine) ? normalise(firstLine.split(',')[0] ?? '') : null;
  const wanted = symbol === null ? null : normalise(symbol);
  const byLength = [...instruments].sort((left, right) => right.spec.code.length - left.spec.code.length);
  const found =
    byLength.find(({ spec }) => spec.code === pair) ??
    byLength.find(({ spec }) => name.includes(spec.code)) ??
    byLength.find(({ spec }) => spec.code === wanted);
  if (found === undefined) {
    throw new ReplayFileError(file, null, 'no instrument is named in the file name; set FEED_SYMBOL to its code');
  }
  return found;
}

function normalise(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

async function planTrack(instrument: QuotedInstrument, files: readonly string[]): Promise<ReplayTrack> {
  const { digits, code } = instrument.spec;
  const formats = await Promise.all(files.map(detectFileFormat));
  if (formats.every(({ kind }) => kind === 'ticks')) return { instrument, open: () => readTickQuotes(files, digits) };
  const bid = files.find((file) => /bid/i.test(basename(file)));
  const ask = files.find((file) => /ask/i.test(basename(file)));
  const [first = ''] = files;
  if (files.length !== 2 || bid === undefined || ask === undefined || bid === ask) {
    throw new ReplayFileError(
      first,
      null,
      `bars of ${code} need a bid and an ask file, told apart by "bid" and "ask" in their names; one side alone has no price to sell and buy at`,
    );
  }
  return { instrument, open: () => readBarQuotes({ bid, ask }, digits) };
}
