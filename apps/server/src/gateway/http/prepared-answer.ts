import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Answers below this size fit one packet and are sent uncompressed. */
export const packedFromBytes = 1_400;
/** Low level: little work, and most of the gain for repetitive lists. */
const level = 3;
const pack = promisify(gzip);

/** An answer for many callers: bytes, ETag and compressed bytes are made once. */
export class PreparedAnswer {
  readonly body: Buffer;
  #etag: string | null = null;
  #packed: Buffer | null = null;
  #packing: Promise<Buffer> | null = null;

  constructor(body: Buffer) {
    this.body = body;
  }

  /** Weak, because the compressed bytes are the same answer. */
  get etag(): string {
    this.#etag ??= `W/"${createHash('sha256').update(this.body).digest('base64url').slice(0, 22)}"`;
    return this.#etag;
  }

  get isWorthPacking(): boolean {
    return this.body.length >= packedFromBytes;
  }

  /** Compressed bytes; null while nobody has waited for them. */
  get packed(): Buffer | null {
    return this.#packed;
  }

  pack(): Promise<Buffer> {
    this.#packing ??= pack(this.body, { level }).then((packed) => {
      this.#packed = packed;
      return packed;
    });
    return this.#packing;
  }
}

/** Headers of a prepared answer, with and without its body: a browser may keep it, and asks before each use. */
export function preparedHeaders({ etag }: PreparedAnswer): Record<string, string> {
  return { 'cache-control': 'private, no-cache', vary: 'lang, origin, authorization, accept-encoding', etag };
}

/** True if a request's `If-None-Match` names the answer: its client has it already. */
export function isKnown(ifNoneMatch: string | undefined, { etag }: PreparedAnswer): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  const opaque = etag.slice('W/'.length);
  return ifNoneMatch.split(',').some((one) => [etag, opaque, '*'].includes(one.trim()));
}

const gzipAccepted = /(?:^|,)\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,;]*)?(?=,|$)/i;

/** True if a client accepts compressed answers; a weight of 0 refuses them (RFC 9110, section 12.5.3). */
export function acceptsGzip(acceptEncoding: string | string[] | undefined): boolean {
  return gzipAccepted.test(String(acceptEncoding ?? ''));
}
