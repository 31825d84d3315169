import { createHash } from 'node:crypto';
import type { AccountOpened } from '@candor/domain/engine/event';
import { chainStart, receiptText, type SwapStep } from '@candor/domain/receipt/receipt';
import { type Fill, toReceipt } from '@candor/domain/receipt/to-receipt';
import type { AccountId, OrderId } from '@candor/domain/values/ids';
import type { IssuedReceipt, ReceiptChain, ReceiptSigner } from '../ports/projection.ts';
import type { DecidedEntry } from '../ports/trading-port.ts';

/** Accounts opened and fills made in a run of journal entries. */
export interface Receivable {
  readonly opened: readonly ReceiptChain[];
  readonly fills: readonly FillWithSwap[];
}

/** A fill with the steps of its order's swap that the same run made before it. */
export interface FillWithSwap extends Fill {
  readonly steps: readonly SwapStep[];
}

/**
 * Issues the receipts of a run of fills, each chained to the previous one of its account, and returns the new heads of
 * the chains (R-ORD-25). `known` holds the chains of accounts opened before this run, `stored` the steps of orders'
 * swaps from before it (R-LOG-25).
 */
export async function issueReceipts(
  { opened, fills }: Receivable,
  known: readonly ReceiptChain[],
  stored: ReadonlyMap<OrderId, readonly SwapStep[]>,
  signer: ReceiptSigner,
): Promise<{ receipts: IssuedReceipt[]; chains: ReceiptChain[] }> {
  const chains = new Map([...known, ...opened].map((chain) => [chain.accountId, chain]));
  const unsigned = fills.map((fill) => {
    const chain = chains.get(fill.order.accountId);
    if (chain === undefined) throw new Error(`Invariant: account ${fill.order.accountId} has been opened`);
    const place = { ...chain, number: chain.number + 1, previous: chain.hash };
    const steps = [...(stored.get(swapOwnerOf(fill)) ?? []), ...fill.steps];
    const receipt = toReceipt(fill, place, steps);
    const text = receiptText(receipt);
    const hash = hashOf(text);
    chains.set(chain.accountId, { ...chain, number: place.number, hash });
    const { accountId, id: orderId } = fill.order;
    return { id: receipt.id, accountId, orderId, number: place.number, text, hash };
  });
  // The chain does not contain signatures, so they are made in parallel.
  const signatures = await Promise.all(unsigned.map(({ text }) => signer.sign(text)));
  const receipts = unsigned.map((receipt, at) => {
    const signature = signatures[at];
    if (signature === undefined) throw new Error(`Invariant: receipt ${receipt.id} is signed`);
    return { ...receipt, signature, keyId: signer.key.keyId };
  });
  const touched = new Set<AccountId>([...opened, ...receipts].map(({ accountId }) => accountId));
  return { receipts, chains: [...chains.values()].filter(({ accountId }) => touched.has(accountId)) };
}

/** Returns the order whose steps a closing lists: of a part, the order that it was closed of. */
function swapOwnerOf({ order, rest }: Fill): OrderId {
  return rest?.id ?? order.id;
}

/** Returns the orders whose earlier steps a run's receipts list. */
export function swapOwnersOf({ fills }: Pick<Receivable, 'fills'>): OrderId[] {
  return [...new Set(fills.flatMap((fill) => (fill.kind === 'closing' ? [swapOwnerOf(fill)] : [])))];
}

/**
 * Creates an account's chain. Its fingerprint derives from the journal hash of the opening: it does not reveal the
 * account, and it is the same after every rebuild of the tables.
 */
export function openChain(event: AccountOpened, entry: Pick<DecidedEntry, 'hash'>): ReceiptChain {
  const { accountId, tenantId: company, realm, currency } = event;
  const fingerprint = hashOf(`candor-account ${accountId} ${entry.hash.toString('hex')}`).slice(0, 32);
  return { accountId, company, realm, currency, fingerprint, number: 0, hash: chainStart };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
