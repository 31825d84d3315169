import type { ReceiptKeys, SignedReceipt } from '@candor/contracts/http/receipts';
import type { EngineEvent } from '@candor/domain/engine/event';
import type { Receipt, SwapStep } from '@candor/domain/receipt/receipt';
import type { OrderId } from '@candor/domain/values/ids';
import type { ReceiptChain, ReceiptSigner } from '../apps/server/src/ports/projection.ts';
import type { DecidedEntry } from '../apps/server/src/ports/trading-port.ts';
import { issueReceipts } from '../apps/server/src/projections/issue-receipts.ts';
import { foldEntries } from '../apps/server/src/projections/projector.ts';
import { decodeDecision, encodeDecision } from '../apps/server/src/trading/codec.ts';
import { chainHash, genesisHash } from '../apps/server/src/trading/hash-chain.ts';
import { checkReceipts } from '../tools/verify-receipt/receipt-checks.mjs';
import { testSigner } from './receipt-signer.ts';

/** Makes the receipts of a history as the projector does: journaled, then read in batches of the given sizes in turn. */
export async function receiptsOf(
  events: readonly EngineEvent[],
  batches: readonly number[] = [1_000],
): Promise<SignedReceipt[]> {
  const entries = journalOf(events);
  const chains = new Map<number, ReceiptChain>();
  const swaps = new Map<OrderId, SwapStep[]>();
  const signed: SignedReceipt[] = [];
  const signer = testSigner();
  for (let at = 0, turn = 0; at < entries.length; turn += 1) {
    const size = batches[turn % batches.length] ?? 1;
    const folded = foldEntries(entries.slice(at, at + size));
    if (folded === null) throw new Error('The journal has entries here');
    const issued = await issueReceipts(folded, [...chains.values()], swaps, signer);
    for (const [id, steps] of folded.swapSteps) swaps.set(id, [...(swaps.get(id) ?? []), ...steps]);
    for (const chain of issued.chains) chains.set(chain.accountId, chain);
    for (const { id, text, hash, signature, keyId } of issued.receipts) {
      signed.push({ id, text, hash, signature, key_id: keyId, fields: JSON.parse(text) as Receipt });
    }
    at += size;
  }
  return signed;
}

function journalOf(events: readonly EngineEvent[]): DecidedEntry[] {
  let hash: Buffer = genesisHash;
  return events.map((event, at) => {
    const payload = encodeDecision({ kind: 'done', events: [event] });
    const entry = { seq: at + 1, atMs: event.atMs, accountId: null, clientId: null, bodyHash: null, payload };
    hash = chainHash(hash, entry);
    return { seq: entry.seq, hash, decision: decodeDecision(payload) };
  });
}

/** Returns the keys file of a signer. */
export function keysOf({ key }: ReceiptSigner): ReceiptKeys {
  return { keys: [{ key_id: key.keyId, algorithm: 'Ed25519', public_key: key.publicKey }] };
}

/** Returns failed checks of receipts, by the verifier that shares no code with the server. */
export function receiptFailures(receipts: readonly SignedReceipt[], { keys }: ReceiptKeys): string[] {
  return checkReceipts(receipts, keys).flatMap(({ checks }) =>
    checks.filter(({ ok }) => ok === false).map(({ text }) => text),
  );
}
