import type { Refusal } from '@candor/domain/engine/refusal';

/** Refusals of the money desk, named after the wire's codes. */
export type FundsReason =
  | 'invalidField'
  | 'idempotencyConflict'
  | 'sessionExpired'
  | 'userNotFound'
  | 'amountOutOfRange'
  | 'payWayUnknown'
  | 'proofMissing'
  | 'uploadNotFound'
  | 'methodNotFound'
  | 'methodExists'
  | 'tooManyMethods'
  | 'methodInUse'
  | 'methodChanged'
  | 'addressInvalid'
  | 'identityNotApproved'
  | 'rateChanged'
  | 'rateUnconfirmed'
  | 'fundsNotFound'
  | 'payloadChanged'
  | 'tooManyFundsRequests'
  | 'withdrawalsFrozen'
  | 'withdrawalsBlocked'
  | 'busy'
  | 'unavailable';

/** A named refusal of the money desk; the gateway maps it to a code and text. */
export class FundsRefusal extends Error {
  override readonly name = 'FundsRefusal';
  readonly reason: FundsReason;
  /** Facts of the refusal in words of the domain, such as the `field` at fault. */
  readonly data: object | null;

  constructor(reason: FundsReason, data: object | null = null) {
    super(reason);
    this.reason = reason;
    this.data = data;
  }
}

/** A refusal by the engine. */
export class EngineRefusal extends Error {
  override readonly name = 'EngineRefusal';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}
