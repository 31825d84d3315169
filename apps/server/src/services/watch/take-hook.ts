import type { HookCall, HookReading, PaymentHooks } from '../../ports/payment-watch.ts';
import { attributePayment, indexAddresses } from './attribution.ts';
import type { WatchDeps } from './watch-deps.ts';

export type HookOutcome =
  | { readonly kind: 'stored' }
  | { readonly kind: 'conflict' }
  | Exclude<HookReading, { readonly kind: 'event' }>;

/**
 * Stores an event from a payment provider. Returns `stored` once the event is durable, and again for the same event
 * repeated; another event under a known id is a `conflict` (R-FND-71).
 */
export function createPaymentHook(
  deps: Pick<WatchDeps, 'store' | 'addressBook' | 'clock' | 'normalize' | 'onReverted'> & {
    readonly hooks: PaymentHooks;
    readonly settle: () => Promise<void>;
  },
): (call: HookCall) => Promise<HookOutcome> {
  const { store, addressBook, clock } = deps;
  return async (call) => {
    const reading = deps.hooks.read(call);
    if (reading.kind !== 'event') return reading;
    const { companyId, provider } = call;
    const normalize = (address: string) => deps.normalize(provider, address);
    const index = indexAddresses(await addressBook.watched(companyId, provider), normalize);
    const observedPayment = {
      ...reading.event.observedPayment,
      address: normalize(reading.event.observedPayment.address),
    };
    const attribution = attributePayment(index, observedPayment, reading.confirmations, false);
    const event = { ...reading.event, observedPayment };
    const taken = await store.takeEvent(companyId, provider, event, attribution, clock.nowMs());
    if (taken.kind === 'conflict') return { kind: 'conflict' };
    if (taken.kind === 'taken' && taken.reverted !== null) deps.onReverted(taken.reverted);
    void deps.settle();
    return { kind: 'stored' };
  };
}
