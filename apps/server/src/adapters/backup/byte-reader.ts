/** Reads a stream of pieces of any size by exact lengths. Holds one piece and what was asked for. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Returns exactly `count` bytes, or null if the stream ends before. */
  async take(count: number): Promise<Buffer | null> {
    const pieces: Buffer[] = [];
    let missing = count;
    while (missing > 0) {
      if (await this.isAtEnd()) return null;
      const piece = await this.takeSome(missing);
      missing -= piece.length;
      pieces.push(piece);
    }
    return pieces.length === 1 ? (pieces[0] ?? null) : Buffer.concat(pieces);
  }

  /** Returns at least one and at most `max` bytes; none at the end. */
  async takeSome(max: number): Promise<Buffer> {
    if (this.#rest.length === 0) await this.#fill();
    const piece = this.#rest.subarray(0, max);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  async isAtEnd(): Promise<boolean> {
    return this.#rest.length === 0 && !(await this.#fill());
  }

  async #fill(): Promise<boolean> {
    for (;;) {
      const { value, done } = await this.#source.next();
      if (done === true) return false;
      if (value.length === 0) continue;
      this.#rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      return true;
    }
  }
}
