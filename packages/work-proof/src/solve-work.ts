import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

export interface WorkTask {
  readonly challenge: string;
  /** Required leading zero bits, at most 32. */
  readonly difficulty: number;
}

/** Returns the first `challenge:counter` whose SHA-256 starts with the required zero bits. */
export function solveWork({ challenge, difficulty }: WorkTask): string {
  for (let counter = 0; ; counter += 1) {
    const answer = `${challenge}:${counter}`;
    const hash = sha256(utf8ToBytes(answer));
    if (Math.clz32(new DataView(hash.buffer, hash.byteOffset).getUint32(0)) >= difficulty) return answer;
  }
}
