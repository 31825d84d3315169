import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoggedQuote } from '../../ports/market.ts';
import { readSegment, segmentPattern } from './segment-files.ts';
import { headerBytes, parseHeader } from './tick-record.ts';

/**
 * Yields the quotes of a folder's segments, oldest first, and changes nothing, so that the program that writes them can run.
 * A missing folder has none; a segment that is deleted meanwhile is skipped.
 */
export async function* readTickFolder(folder: string): AsyncGenerator<readonly LoggedQuote[]> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => segmentPattern.test(one)).toSorted()) {
    const file = join(folder, name);
    const found = await readHead(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (found !== null) yield* readSegment({ ...found.header, file, bytes: found.bytes }, 0);
  }
}

async function readHead(file: string) {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
    const header = parseHeader(buffer.subarray(0, bytesRead));
    return header === null ? null : { header, bytes: (await stat(file)).size };
  } finally {
    await handle.close();
  }
}
