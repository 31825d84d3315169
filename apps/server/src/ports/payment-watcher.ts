/** A payment seen in the outside world. */
export interface Sighting {
  /** Its name there, `network:transaction:output` or `provider:id`: one payment has one, whoever sees it and however often. */
  readonly externalId: string;
  /** `eip155:<chain id>`, `bitcoin:<chain>`, or a provider's name. */
  readonly network: string;
  /** The transaction as its payer knows it, or a provider's own number. */
  readonly transaction: string;
  /** Where it was paid to, as the network writes it; empty where a provider tells none. */
  readonly address: string;
  readonly currency: string;
  /** In units of 10⁻⁸ of the currency; what is smaller than that is left out. */
  readonly amount: bigint;
  /** 0 while it is in no block. */
  readonly confirmations: number;
  /** Null while it is in no block, and where the network has none. */
  readonly block: BlockPlace | null;
}

export interface BlockPlace {
  readonly height: number;
  readonly hash: string;
}

/** How far a chain was read, with the hashes of its last blocks, oldest first: they tell when the chain is another now. */
export interface ChainCheckpoint {
  readonly height: number;
  readonly recent: readonly BlockPlace[];
}

/** What one look at a chain told. */
export interface Look {
  /** Height of the newest block there is. */
  readonly head: number;
  readonly sightings: readonly Sighting[];
  /** Payments in blocks of this height and above are withdrawn, but for those seen again; null where the chain only grew. */
  readonly droppedFrom: number | null;
  /** Payments that wait for a block, by their external id: one that was seen waiting and no longer is, is withdrawn. Null where that is not known. */
  readonly waiting: ReadonlySet<string> | null;
  readonly checkpoint: ChainCheckpoint;
  /** Whether everything up to the head was read. */
  readonly isCaughtUp: boolean;
}

/** Looks for payments to given addresses on one chain (R-FND-60). It keeps nothing that a look depends on. */
export interface PaymentWatcher {
  readonly name: string;
  readonly network: string;
  /** Reads on from a checkpoint, a bounded piece at a time; rejects with `WatcherError` where the node cannot be asked. */
  look(checkpoint: ChainCheckpoint | null, addresses: ReadonlySet<string>): Promise<Look>;
  /** An address as sightings write it. */
  normalize(address: string): string;
}

/** The node cannot be asked, or what it says cannot be believed; the message holds neither address nor key of it. */
export class WatcherError extends Error {
  override readonly name = 'WatcherError';
}
