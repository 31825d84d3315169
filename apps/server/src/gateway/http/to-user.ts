import type { SignedIn, User } from '@candor/contracts/http/identity';
import type { UserRecord } from '../../ports/identity.ts';

/** Returns a user in the fields of the wire, for the user. */
export function toUser(user: UserRecord): User {
  return {
    id: user.id,
    uid: user.uid,
    email: user.email ?? '',
    mobile: user.mobile ?? '',
    is_demo: user.isDemo ? 1 : 0,
    credit_score: user.creditScore,
    level: user.level,
    invite_code: user.inviteCode,
    currency: user.currency,
  };
}

export function toSignedIn(signedIn: {
  readonly token: string;
  readonly device?: string;
  readonly user: UserRecord;
}): SignedIn {
  const { token, device, user } = signedIn;
  return { token, user: toUser(user), ...(device === undefined ? {} : { device }) };
}
