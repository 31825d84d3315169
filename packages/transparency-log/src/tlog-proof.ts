import { decodeBase64, encodeBase64 } from './base64.ts';
import { parseCount } from './checkpoint.ts';
import { LogError } from './log-error.ts';
import { hashBytes, requireHash, requireSize } from './merkle.ts';

const firstLine = 'c2sp.org/tlog-proof@v1';
/** Longest path in a tree of at most 2⁵³ − 1 leaves. */
const hashesMax = 53;
const textMax = 1_000_000;

/** Proof that an entry is in a log, to be verified offline with the log's key. */
export interface TlogProof {
  readonly index: number;
  readonly proof: readonly Uint8Array[];
  /** Signed checkpoint, as the log published it. */
  readonly checkpoint: string;
  /** Bytes that the proof does not cover; null if there are none. */
  readonly extra: Uint8Array | null;
}

/** Text of a proof (C2SP tlog-proof). Throws `bad-proof`, `bad-size` or `bad-hash`. */
export function encodeTlogProof({ index, proof, checkpoint, extra }: TlogProof): string {
  requireSize(index);
  if (proof.length > hashesMax) throw new LogError('bad-proof', `A proof has at most ${hashesMax} hashes.`);
  for (const hash of proof) requireHash(hash);
  if (extra?.length === 0) throw new LogError('bad-proof', 'Extra bytes are left out if there are none.');
  const lines = [
    firstLine,
    ...(extra === null ? [] : [`extra ${encodeBase64(extra)}`]),
    `index ${index}`,
    ...proof.map(encodeBase64),
  ];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}

/** Parses a proof; the checkpoint is returned unopened. Throws `bad-proof`, `bad-size` or `bad-base64`. */
export function decodeTlogProof(text: string): TlogProof {
  if (text.length > textMax) throw new LogError('bad-proof', `A proof has at most ${textMax} characters.`);
  const blank = text.indexOf('\n\n');
  if (blank < 0) throw new LogError('bad-proof', 'A proof is lines, a blank line, and a checkpoint.');
  const [first, ...lines] = text.slice(0, blank).split('\n');
  if (first !== firstLine) throw new LogError('bad-proof', `A proof begins with ${firstLine}.`);
  const extra = lines[0]?.startsWith('extra ') === true ? decodeBase64((lines.shift() ?? '').slice(6)) : null;
  const index = lines.shift();
  if (index?.startsWith('index ') !== true) throw new LogError('bad-proof', 'A proof names its index.');
  if (lines.length > hashesMax) throw new LogError('bad-proof', `A proof has at most ${hashesMax} hashes.`);
  const proof = lines.map(decodeBase64);
  if (proof.some(({ length }) => length !== hashBytes)) throw new LogError('bad-proof', 'A hash has 32 bytes.');
  return { index: parseCount(index.slice(6)), proof, checkpoint: text.slice(blank + 2), extra };
}
