import { createHash } from 'node:crypto';
import type { AccountOpened } from '@candor/domain/engine/event';
import { chainStart, receiptText } from '@candor/domain/receipt/receipt';
import { type Fill, toReceipt } from '@candor/domain/receipt/to-receipt';
import type { AccountId } from '@candor/domain/values/ids';
import type { IssuedReceipt, ReceiptChain, ReceiptSigner } from '../ports/projection.ts';
import type { DecidedEntry } from '../ports/trading-port.ts';

/** The accounts opened and the fills made in a run of journal entries. */
export interface Receivable {
  readonly opened: readonly ReceiptChain[];
  readonly fills: readonly Fill[];
}

/**
 * The receipts of a run of fills, each chained to the one before it of its account, and where the chains then end
 * (R-ORD-25). `known` holds the chains of accounts that were opened before this run.
 */
export async function issueReceipts(
  { opened, fills }: Receivable,
  known: readonly ReceiptChain[],
  signer: ReceiptSigner,
): Promise<{ receipts: IssuedReceipt[]; chains: ReceiptChain[] }> {
  const chains = new Map([...known, ...opened].map((chain) => [chain.accountId, chain]));
  const unsigned = fills.map((fill) => {
    const chain = chains.get(fill.order.accountId);
    if (chain === undefined) throw new Error(`Invariant: account ${fill.order.accountId} has been opened`);
    const place = { ...chain, number: chain.number + 1, previous: chain.hash };
    const receipt = toReceipt(fill, place);
    const text = receiptText(receipt);
    const hash = hashOf(text);
    chains.set(chain.accountId, { ...chain, number: place.number, hash });
    const { accountId, id: orderId } = fill.order;
    return { id: receipt.id, accountId, orderId, number: place.number, text, hash };
  });
  // The chain needs no signatures, so they are made side by side.
  const signatures = await Promise.all(unsigned.map(({ text }) => signer.sign(text)));
  const receipts = unsigned.map((receipt, at) => {
    const signature = signatures[at];
    if (signature === undefined) throw new Error(`Invariant: receipt ${receipt.id} is signed`);
    return { ...receipt, signature, keyId: signer.key.keyId };
  });
  const touched = new Set<AccountId>([...opened, ...receipts].map(({ accountId }) => accountId));
  return { receipts, chains: [...chains.values()].filter(({ accountId }) => touched.has(accountId)) };
}

/**
 * The beginning of an account's chain. Its fingerprint comes from the journal's own hash at its opening: nobody can
 * tell the account from it, and it is the same whenever the tables are folded again.
 */
export function openChain(event: AccountOpened, entry: Pick<DecidedEntry, 'hash'>): ReceiptChain {
  const { accountId, tenantId: company, realm } = event;
  const fingerprint = hashOf(`candor-account ${accountId} ${entry.hash.toString('hex')}`).slice(0, 32);
  return { accountId, company, realm, fingerprint, number: 0, hash: chainStart };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
