import { parseCompactTime, parseDukascopyTime, parseHistDataTime, parseIsoTime } from './recorded-values.ts';

/** Where a format keeps its fields, by column. */
export interface TickFormat {
  readonly kind: 'ticks';
  readonly name: string;
  readonly separator: string;
  readonly columns: { readonly time: number; readonly bid: number; readonly ask: number; readonly count: number };
  readonly parseTime: (text: string) => number;
  readonly hasHeader: boolean;
}

export interface BarFormat {
  readonly kind: 'bars';
  readonly name: string;
  readonly separator: string;
  readonly parseTime: (text: string) => number;
  readonly hasHeader: boolean;
}

export type RecordedFormat = TickFormat | BarFormat;

/** Tells a file's format from its first line; null when it is none of the known ones. */
export function detectFormat(firstLine: string): RecordedFormat | null {
  const header = firstLine.toLowerCase().replaceAll(' ', '');
  if (header === 'timestamp,bid,ask') {
    const columns = { time: 0, bid: 1, ask: 2, count: 3 };
    return {
      kind: 'ticks',
      name: 'timestamp,bid,ask',
      separator: ',',
      columns,
      parseTime: parseIsoTime,
      hasHeader: true,
    };
  }
  if (header.startsWith('timestamp,open,high,low,close')) {
    return { kind: 'bars', name: 'timestamped M1 bars', separator: ',', parseTime: parseIsoTime, hasHeader: true };
  }
  if (/^[a-z()]*time[a-z()]*,ask,bid,askvolume,bidvolume$/.test(header)) return dukascopy(true);
  const cells = firstLine.split(',');
  if (/^\d{8} \d{6};/.test(firstLine)) {
    return { kind: 'bars', name: 'HistData M1', separator: ';', parseTime: parseHistDataTime, hasHeader: false };
  }
  if (/^\d{8} \d{9},/.test(firstLine)) {
    const columns = { time: 0, bid: 1, ask: 2, count: 3 };
    return {
      kind: 'ticks',
      name: 'HistData ticks',
      separator: ',',
      columns,
      parseTime: parseHistDataTime,
      hasHeader: false,
    };
  }
  if (/^[A-Z]{3}\/?[A-Z]{3},\d{8} \d\d:/.test(firstLine)) {
    const columns = { time: 1, bid: 2, ask: 3, count: 4 };
    return { kind: 'ticks', name: 'TrueFX', separator: ',', columns, parseTime: parseCompactTime, hasHeader: false };
  }
  return cells.length === 5 && Number.isFinite(parseDukascopyTime(cells[0] ?? '')) ? dukascopy(false) : null;
}

function dukascopy(hasHeader: boolean): TickFormat {
  const columns = { time: 0, bid: 2, ask: 1, count: 3 };
  return { kind: 'ticks', name: 'Dukascopy ticks', separator: ',', columns, parseTime: parseDukascopyTime, hasHeader };
}
