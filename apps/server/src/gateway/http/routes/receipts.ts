import { receiptKeysPath } from '@candor/contracts/http/paths';
import {
  type ReceiptFields,
  type ReceiptKeys,
  receiptCalls,
  type SignedReceipt,
} from '@candor/contracts/http/receipts';
import type { Receipt } from '@candor/domain/receipt/receipt';
import type { OrderId } from '@candor/domain/values/ids';
import type { FastifyInstance } from 'fastify';
import { toPublishedKey } from '../../../ports/published-keys.ts';
import type { Tokens } from '../../../services/identity/tokens.ts';
import type { ProvenReceipt, Receipts } from '../../../services/trade/history.ts';
import { RefusalError } from '../envelope.ts';
import { registerCall } from '../register-call.ts';

/** Registers the receipts of the caller's orders, and the public keys that verify them (R-ORD-25). */
export function registerReceiptRoutes(
  app: FastifyInstance,
  deps: { readonly receipts: Receipts; readonly tokens: Tokens },
): void {
  registerCall(app, deps, receiptCalls.receipts, async ({ session: { user }, input }) => {
    const receipts = await deps.receipts.ofOrder(user.companyId, user.accountId, input.id as OrderId);
    if (receipts === null) throw new RefusalError('orderNotFound');
    return receipts.map(toSignedReceipt);
  });
  app.get(receiptKeysPath, async (_request, reply) => {
    const keys = await deps.receipts.keys();
    const body: ReceiptKeys = {
      keys: keys.map(toPublishedKey),
    };
    // Public: a verifier on any page may read them.
    return reply.header('access-control-allow-origin', '*').header('cache-control', 'public, max-age=300').send(body);
  });
}

function toSignedReceipt({ id, text, hash, signature, keyId, logProof }: ProvenReceipt): SignedReceipt {
  const fields: ReceiptFields = JSON.parse(text) as Receipt;
  return { id, text, hash, signature, key_id: keyId, fields, log_proof: logProof };
}
