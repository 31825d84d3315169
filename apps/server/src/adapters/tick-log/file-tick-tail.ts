import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoggedQuote } from '../../ports/market.ts';
import type { TickTail } from '../../ports/transparency-log.ts';
import { readSegment, type Segment, segmentPattern } from './segment-files.ts';
import { headerBytes, recordBytes } from './tick-record.ts';

/** Reads the end of a tick log that another thread writes, and changes nothing (R-LOG-06). */
export function openFileTickTail(folder: string): TickTail {
  return {
    async end() {
      const logId = (await readFile(join(folder, 'log.id'), 'utf8')).trim();
      const last = (await listFiles(folder)).at(-1);
      const records = last === undefined ? 0 : Math.floor((last.bytes - headerBytes) / recordBytes);
      return { logId, offset: (last?.firstOffset ?? 0) + Math.max(0, records) };
    },
    async read(from, limit) {
      const ticks: LoggedQuote[] = [];
      const segments = await listFiles(folder);
      for (const [at, segment] of segments.entries()) {
        const next = segments[at + 1];
        if (next !== undefined && next.firstOffset <= from) continue;
        for await (const piece of readSegment(segment, Math.max(0, from - segment.firstOffset))) {
          ticks.push(...piece.slice(0, limit - ticks.length));
          if (ticks.length === limit) return ticks;
        }
      }
      return ticks;
    },
  };
}

/** Segments by their names, oldest first; one that is deleted meanwhile is left out. */
async function listFiles(folder: string): Promise<Segment[]> {
  const names = (await readdir(folder)).filter((name) => segmentPattern.test(name)).sort();
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)));
  return names.flatMap((name, at) => {
    const size = sizes[at];
    const firstOffset = Number(/\d+/.exec(name)?.[0]);
    return size == null ? [] : [{ file: join(folder, name), firstOffset, bytes: size.size, source: '' }];
  });
}
