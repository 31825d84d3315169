import { Transform } from 'node:stream';

/** Share of the messages from 0 to 1 that are lost, doubled, or swapped with the next one. */
export interface Shuffling {
  readonly lost: number;
  readonly doubled: number;
  readonly swapped: number;
  /** Returns a number from 0 (included) to 1 (excluded). */
  readonly chance: () => number;
}

const lineEnd = Buffer.from('\r\n');

/**
 * Loses, doubles and swaps messages that NATS delivers to one client (`MSG`, `HMSG`); everything else passes in order.
 */
export function shuffleNats({ lost, doubled, swapped, chance }: Shuffling): Transform {
  let unread: Buffer = Buffer.alloc(0);
  let held: Buffer | null = null;
  const stream: Transform = new Transform({
    transform(piece: Buffer, _encoding, next) {
      unread = unread.length === 0 ? piece : Buffer.concat([unread, piece]);
      for (let end = endOfNext(unread); end !== null; end = endOfNext(unread)) {
        const message = unread.subarray(0, end);
        unread = unread.subarray(end);
        if (isMessage(message)) deal(message);
        else stream.push(message);
      }
      next();
    },
  });
  const deal = (message: Buffer) => {
    const drawn = chance();
    if (drawn < lost) return;
    if (held === null && drawn < lost + swapped) {
      held = message;
      return;
    }
    stream.push(message);
    if (drawn > 1 - doubled) stream.push(message);
    if (held !== null) stream.push(held);
    held = null;
  };
  return stream;
}

function isMessage(text: Buffer): boolean {
  return /^H?MSG$/i.test(text.toString('latin1', 0, text.indexOf(0x20)));
}

/** Returns the end of the first operation with its payload; null if it has not arrived whole. */
function endOfNext(bytes: Buffer): number | null {
  const end = bytes.indexOf(lineEnd);
  if (end < 0) return null;
  const words = bytes.toString('latin1', 0, end).split(/[ \t]+/);
  const afterLine = end + lineEnd.length;
  if (!/^H?MSG$/i.test(words[0] ?? '')) return afterLine;
  const whole = afterLine + Number(words.at(-1)) + lineEnd.length;
  return bytes.length < whole ? null : whole;
}
