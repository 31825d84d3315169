/** Why somebody is turned away, in the words of the wire's codes. */
export type IdentityReason =
  | 'invalidField'
  | 'tooManyRequests'
  | 'workRequired'
  | 'accountGuarded'
  | 'idempotencyConflict'
  | 'onlyRealAccount'
  | 'wrongCredentials'
  | 'accountTaken'
  | 'codeWrong'
  | 'codeTooSoon'
  | 'codesGuarded'
  | 'smsBudgetUsed'
  | 'captchaWrong'
  | 'captchaRequired'
  | 'passwordTooShort'
  | 'passwordTooLong'
  | 'passwordCommon'
  | 'passwordsDiffer'
  | 'oldPasswordWrong'
  | 'secondFactorRequired'
  | 'secondFactorWrong'
  | 'stepUpRequired'
  | 'accountDisabled'
  | 'inviteCodeUnknown'
  | 'areaUnknown'
  | 'countryBlocked'
  | 'sessionNotFound'
  | 'secondFactorExists'
  | 'passkeyRefused'
  | 'registrationMethodOff'
  | 'demoLimitReached'
  | 'unavailable';

/** A named refusal of identity's use cases; the gateway gives it its code and its text. */
export class IdentityRefusal extends Error {
  override readonly name = 'IdentityRefusal';
  readonly reason: IdentityReason;
  readonly data: unknown;
  /** Whom it is about, for the record of sign-ins; never answered. */
  userId: number | null = null;

  constructor(reason: IdentityReason, data: unknown = null) {
    super(reason);
    this.reason = reason;
    this.data = data;
  }
}
