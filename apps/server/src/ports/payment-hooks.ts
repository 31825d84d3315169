import type { TenantId } from '@candor/domain/values/ids';
import type { PaymentEvent } from './sighting-store.ts';

/** A call of a payment provider, as it came. */
export interface HookCall {
  readonly companyId: TenantId;
  readonly provider: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: Buffer;
}

export type HookReading =
  | { readonly kind: 'event'; readonly event: PaymentEvent; readonly confirmations: number }
  /** No such provider of the company; a signature that is not its own; a call of another time; a body that says nothing. */
  | { readonly kind: 'unknown-provider' | 'wrong-signature' | 'outdated' }
  | { readonly kind: 'unreadable'; readonly field: string };

/** Tells whether a call comes from the provider that it names, and what it says (R-FND-70). */
export interface PaymentHooks {
  read(call: HookCall): HookReading;
}
