import type { TenantId } from '@candor/domain/values/ids';

/** Where a company takes payments that are watched, and at what terms now. */
export interface WatchedAddress {
  readonly address: string;
  /** Whose own address it is; null where many pay to it. */
  readonly userId: number | null;
  readonly way: WatchedWay;
}

export interface WatchedWay {
  /** The operator's option by its number. */
  readonly id: number;
  readonly method: 'coin' | 'bank';
  readonly currency: string;
  /** Units of the currency per 1 of the account currency, in 10⁻⁸. */
  readonly usdPriceE8: bigint;
  /** Smallest amount taken, in 10⁻⁸ of the currency; 0 for none. */
  readonly minE8: bigint;
  /** Confirmations needed; 0 leaves it to the watcher. */
  readonly confirmations: number;
  /** Payments still arrive where none are asked for any more; an operator looks at them. */
  readonly isActive: boolean;
}

/** The watched addresses of one company: shared ones, and those that were given to users. */
export interface AddressBook {
  watched(companyId: TenantId, watcher: string): Promise<readonly WatchedAddress[]>;
}
