import type { CompanyId } from '@candor/domain/values/ids';
import type { ServerPorts } from '../../ports/server-ports.ts';
import { createOrderHistory, createReceipts, type LogProofs } from './history.ts';

/** Creates the order history and the receipts of fills. */
export function createTrade(
  ports: Pick<ServerPorts, 'history' | 'receipts' | 'receiptSigner'>,
  { caughtUp, proofs }: { readonly caughtUp: (companyId: CompanyId) => Promise<void>; readonly proofs: LogProofs },
) {
  const history = createOrderHistory({ store: ports.history, caughtUp });
  return { history, receipts: createReceipts({ store: ports.receipts, history, signer: ports.receiptSigner, proofs }) };
}
