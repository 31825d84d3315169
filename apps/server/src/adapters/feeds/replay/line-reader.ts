import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { ExplainedError } from '../../../ports/explained-error.ts';

export interface Line {
  readonly text: string;
  /** Line number, from 1. */
  readonly number: number;
}

/** A recorded file that cannot be played; the message names the place. */
export class ReplayFileError extends ExplainedError {
  constructor(file: string, line: number | null, reason: string) {
    super(`replay file ${file}${line === null ? '' : `, line ${line}`}: ${reason}`);
    this.name = 'ReplayFileError';
  }
}

const chunkBytes = 65_536;

/** Reads a file's lines in batches, with memory for one chunk only. Skips empty lines. */
export async function* readLines(file: string): AsyncGenerator<Line[]> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let number = 0;
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes })) {
      const pieces = (rest + decoder.write(chunk as Buffer)).split('\n');
      rest = pieces.pop() ?? '';
      const lines: Line[] = [];
      for (const piece of pieces) {
        number += 1;
        const text = piece.trim();
        if (text !== '') lines.push({ text, number });
      }
      if (lines.length > 0) yield lines;
    }
  } catch (error) {
    if (error instanceof ReplayFileError) throw error;
    throw new ReplayFileError(file, null, `cannot be read (${(error as Error).message})`);
  }
  const last = (rest + decoder.end()).trim();
  if (last !== '') yield [{ text: last, number: number + 1 }];
}
