/** Refusals of identity, named after the wire's codes. */
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
  | 'accountClosed'
  | 'inviteCodeUnknown'
  | 'areaUnknown'
  | 'countryBlocked'
  | 'sessionNotFound'
  | 'secondFactorExists'
  | 'passkeyRefused'
  | 'registrationMethodOff'
  | 'demoLimitReached'
  | 'unavailable';

/** A named refusal of identity's use cases; the gateway maps it to a code and text. */
export class IdentityRefusal extends Error {
  override readonly name = 'IdentityRefusal';
  readonly reason: IdentityReason;
  /** Facts of the refusal in words of the domain, such as the `field` at fault. */
  readonly data: object | null;
  /** User concerned, for the sign-in log; never sent to the client. */
  userId: number | null = null;

  constructor(reason: IdentityReason, data: object | null = null) {
    super(reason);
    this.reason = reason;
    this.data = data;
  }
}
