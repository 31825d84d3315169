import { hash, randomBytes } from 'node:crypto';

/** Two independent 32-bit hashes of a key. */
export interface KeyHash {
  readonly one: number;
  readonly two: number;
}

/** Hashes keys under a secret of the process: a client cannot choose ids that collide. */
export function createKeyHasher(): (key: string) => KeyHash {
  const secret = randomBytes(16).toString('latin1');
  return (key) => {
    const digest = hash('sha256', secret + key, 'buffer');
    return { one: digest.readUInt32LE(0), two: digest.readUInt32LE(4) | 1 };
  };
}

interface Block {
  readonly bits: Uint8Array;
  /** Number of bits less one; the number is a power of two. */
  readonly mask: number;
  free: number;
}

const firstBytes = 64 * 1_024;
const bitsPerKey = 20;
const probes = 10;

/**
 * Bloom filter that grows by blocks, each twice as large as the one before, up to `bytesMax`. Never denies a key that it
 * holds; claims a foreign one about once in 10,000 per block. At its bound it still holds every key, and claims more.
 */
export class IdFilter {
  readonly #blocks: Block[] = [];
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax = 16 * 1_024 * 1_024) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add({ one, two }: KeyHash): void {
    const block = this.#open();
    block.free -= 1;
    for (let probe = 0; probe < probes; probe += 1) {
      const bit = (one + Math.imul(probe, two)) & block.mask;
      block.bits[bit >>> 3] = (block.bits[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
  }

  mayHold(key: KeyHash): boolean {
    return this.#blocks.some((block) => isSet(block, key));
  }

  /** Returns the block to add to: a new one if the last is full and the bound allows it. */
  #open(): Block {
    const last = this.#blocks.at(-1);
    if (last !== undefined && last.free > 0) return last;
    const bytes = last === undefined ? firstBytes : last.bits.length * 2;
    if (last !== undefined && this.#bytes + bytes > this.#bytesMax) return last;
    const block = { bits: new Uint8Array(bytes), mask: bytes * 8 - 1, free: Math.floor((bytes * 8) / bitsPerKey) };
    this.#blocks.push(block);
    this.#bytes += bytes;
    return block;
  }
}

function isSet({ bits, mask }: Block, { one, two }: KeyHash): boolean {
  for (let probe = 0; probe < probes; probe += 1) {
    const bit = (one + Math.imul(probe, two)) & mask;
    if (((bits[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}
