import type { CompanyId } from '@candor/domain/values/ids';
import type { ServerPorts } from '../../ports/server-ports.ts';
import { createOrderHistory, createReceipts } from './history.ts';

/** Creates the order history and the receipts of fills. */
export function createTrade(
  ports: Pick<ServerPorts, 'history' | 'receipts' | 'receiptSigner'>,
  links: { readonly caughtUp: (companyId: CompanyId) => Promise<void> },
) {
  const history = createOrderHistory({ store: ports.history, ...links });
  return { history, receipts: createReceipts({ store: ports.receipts, history, signer: ports.receiptSigner }) };
}
