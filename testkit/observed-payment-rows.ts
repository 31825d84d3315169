import { ObservedPaymentTables } from '../apps/server/src/adapters/postgres/observed-payment-tables.ts';
import type { CompanyId } from '../packages/domain/src/values/ids.ts';
import type { TestServer } from './test-server.ts';

/** Stores a payment reported by a provider: a row in each of their tables. */
export async function leaveObservedPayments(server: TestServer, companyId: CompanyId): Promise<void> {
  const payment = { network: 'payer', transaction: 'p-1', address: '', currency: 'USDT', amount: 1n };
  const observedPayment = { ...payment, externalId: 'payer:p-1', confirmations: 0, block: null };
  const event = { id: 'event-1', bodyHash: 'hash', atMs: 1, observedPayment, isDropped: false };
  const nobody = { userId: null, wayId: null, rate: null, note: 'unattributed' } as const;
  const attribution = { ...nobody, method: 'coin', confirmationsNeeded: 1 } as const;
  await new ObservedPaymentTables(server.app.db).takeEvent(companyId, 'payer', event, attribution, 1);
}
