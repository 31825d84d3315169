import type { LiabilityProof } from '@candor/contracts/http/liabilities';

/** Result of a verification. `cannot`: the page is not in a secure context. */
export type LiabilityVerdict = 'counted' | 'wrong' | 'cannot';

/** The total that a proof leads to, as the log holds it. */
export interface LiabilityTotal {
  readonly sum: string;
  readonly root: string;
}

const amountForm = /^\d{1,13}\.\d{6}$/;
const hashForm = /^[0-9a-f]{64}$/;
const stepsMax = 60;

/**
 * Verifies that the account's leaf leads to the total that the proof states (docs/liabilities.md). Makes no request; whether
 * the log has the total is checked by the offline verifier (R-LOG-22).
 */
export async function verifyLiability(proof: LiabilityProof): Promise<LiabilityVerdict> {
  // Missing on a page served over plain http, despite its type.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return 'cannot';
  const total = readTotal(proof);
  const { log, day, currency, account, amount, salt, position, path } = proof;
  const steps = [{ sum: amount, hash: salt }, ...path];
  if (total === null || path.length > stepsMax || position < 0 || position >= 2 ** path.length) return 'wrong';
  if (!steps.every(({ sum, hash }) => amountForm.test(sum) && hashForm.test(hash))) return 'wrong';
  const name = new TextEncoder().encode(`${log} ${day} ${currency} ${account}`);
  let node = { sum: microsOf(amount), hash: await sha256(subtle, [0], fromHex(salt), eight(microsOf(amount)), name) };
  for (const [height, step] of path.entries()) {
    const sibling = { sum: microsOf(step.sum), hash: fromHex(step.hash) };
    const isLeft = Math.floor(position / 2 ** height) % 2 === 0;
    const [left, right] = isLeft ? [node, sibling] : [sibling, node];
    const hash = await sha256(subtle, [1], eight(left.sum), left.hash, eight(right.sum), right.hash);
    node = { sum: left.sum + right.sum, hash };
  }
  return toHex(node.hash) === total.root && node.sum === microsOf(total.sum) ? 'counted' : 'wrong';
}

/** Reads the total of a proof; null unless it is of the same day and currency, and as high as the path. */
export function readTotal({ text, day, currency, path, version }: LiabilityProof): LiabilityTotal | null {
  let total: Partial<Record<string, unknown>>;
  try {
    total = (JSON.parse(text) ?? {}) as typeof total;
  } catch {
    return null;
  }
  const { sum, root, claims = '0.000000' } = total;
  const isOfIt = total['version'] === version && total['day'] === day && total['currency'] === currency;
  if (!isOfIt || total['height'] !== path.length || typeof sum !== 'string' || typeof root !== 'string') return null;
  return amountForm.test(sum) && amountForm.test(String(claims)) ? { sum, root } : null;
}

function microsOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

/** Eight bytes of a sum, the highest first. */
function eight(sum: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, sum);
  return bytes;
}

async function sha256(subtle: SubtleCrypto, ...parts: readonly ArrayLike<number>[]): Promise<Uint8Array> {
  const bytes = Uint8Array.from(parts.flatMap((part) => Array.from(part)));
  return new Uint8Array(await subtle.digest('SHA-256', bytes));
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
