import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { LineBrokenError } from '../../ports/lines.ts';

/** A server of another installation answers; nothing was sent to it. The message names the remedy. */
export class ForeignServerError extends LineBrokenError {}

/** Version of the frames; both ends must have the same. */
export const wireVersion = 1;

/** First frame of a server: its identity and challenge. */
export interface Hello {
  readonly version: number;
  /** Id of the installation; empty for a line that belongs to none. */
  readonly installation: string;
  readonly instance: string;
  readonly rank: number;
  readonly nonce: string;
}

export function newNonce(): string {
  return randomBytes(24).toString('base64url');
}

/**
 * Proof that an end of the line knows the shared secret. It covers both challenges and the server's instance, so that it
 * cannot be replayed, and names its end, so that it cannot be reflected.
 */
export function proofOf(end: 'client' | 'server', secret: string, hello: Hello, clientNonce: string): string {
  const content = JSON.stringify([end, hello.version, hello.instance, hello.rank, hello.nonce, clientNonce]);
  return createHmac('sha256', secret).update(content).digest('base64url');
}

export function isProof(given: unknown, expected: string): boolean {
  if (typeof given !== 'string') return false;
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Reads a hello. Throws LineBrokenError if it is none or of another version, ForeignServerError if of another installation. */
export function parseHello(body: Uint8Array, own: string): Hello {
  const hello = parseRecord(body);
  const { version, installation = '', instance, rank, nonce } = hello;
  if (version !== wireVersion)
    throw new LineBrokenError(`the other end has version ${String(version)} of the line, this one ${wireVersion}`);
  if (typeof instance !== 'string' || typeof rank !== 'number' || typeof nonce !== 'string')
    throw new LineBrokenError('the other end is no line');
  if (installation !== own)
    throw new ForeignServerError(
      `a server of another installation answers (${String(installation)}; this one is ${own}): both need the same DATABASE_URL, or each installation its own NATS_SUBJECT or LINES_DIR`,
    );
  return { version, installation: own, instance, rank, nonce };
}

/** Parses a JSON object; empty if it is none. */
export function parseRecord(body: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
