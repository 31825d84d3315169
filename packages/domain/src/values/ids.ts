/** Branded identifiers: an id of one kind is never accepted as another kind. */
export type InstrumentId = number & { readonly __brand: 'InstrumentId' };
export type AccountId = number & { readonly __brand: 'AccountId' };
export type OrderId = number & { readonly __brand: 'OrderId' };
export type CompanyId = number & { readonly __brand: 'CompanyId' };

export type Realm = 'real' | 'demo';
export type Side = 'buy' | 'sell';

/** ISO 4217 code, or a coin's ticker (BTC, ETH…). */
export type Currency = string;
