import type { Refusal } from '@candor/domain/engine/refusal';

/** Why the money desk turns somebody away, in the words of the wire's codes. */
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
  | 'fundsNotFound'
  | 'payloadChanged'
  | 'tooManyFundsRequests'
  | 'withdrawalsFrozen'
  | 'withdrawalsBlocked'
  | 'busy'
  | 'unavailable';

/** A named refusal of the money desk; the gateway gives it its code and its text. */
export class FundsRefusal extends Error {
  override readonly name = 'FundsRefusal';
  readonly reason: FundsReason;
  readonly data: unknown;

  constructor(reason: FundsReason, data: unknown = null) {
    super(reason);
    this.reason = reason;
    this.data = data;
  }
}

/** What the engine refused, in its own words. */
export class EngineRefusal extends Error {
  override readonly name = 'EngineRefusal';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}
