import { zeroMoney } from '@candor/domain/values/money';
import type { UserRecord } from '../../ports/identity.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { accountKeyOf } from './codes.ts';
import { deviceNameOf } from './device-name.ts';
import type { Caller, IdentityDeps } from './identity-deps.ts';
import { IdentityRefusal } from './refusal.ts';

export interface SignedInUser {
  readonly token: string;
  /** Word by which this device is told from strangers at the next login. */
  readonly device: string;
  readonly user: UserRecord;
}

/**
 * A session for a user who has proved who he is. His trading account is opened where it is not yet: the process may
 * have died between registration and this. Refuses `accountDisabled`, and `unavailable` while the core takes nothing.
 */
export async function signIn(
  deps: Pick<IdentityDeps, 'clock' | 'devices' | 'messages' | 'openTradingAccount' | 'secrets' | 'tokens'>,
  caller: Caller,
  user: UserRecord,
  sessionId?: string,
): Promise<SignedInUser> {
  if (user.isDisabled) throw new IdentityRefusal('accountDisabled');
  const { company, userAgent } = caller;
  const timeMs = deps.clock.nowMs();
  const isOpen = await deps.openTradingAccount({
    type: 'OpenAccount',
    atMs: timeMs,
    accountId: user.accountId,
    tenantId: company.id,
    realm: 'real',
    currency: user.currency,
    grant: zeroMoney,
  });
  if (!isOpen) throw new IdentityRefusal('unavailable');
  const name = deviceNameOf(userAgent);
  const values = { company: company.name, timeMs, device: name === '' ? '?' : name };
  const message = deps.messages.toUser(user, { kind: 'signed-in-new-device', values }, caller.language);
  const account = deviceAccountOf(deps.secrets, user);
  const isKnown = deps.devices.idOf(account, caller.device) !== null;
  const token = await deps.tokens.issue(user, userAgent, { name, isKnown, message }, sessionId);
  deps.messages.wake(company.id);
  return { token, device: deps.devices.issue(account), user };
}

/** How the account of a user is named for his devices: as he logs in, by mail first. */
function deviceAccountOf(secrets: Secrets, { companyId, email, mobile }: UserRecord): string {
  const name =
    email === null ? { kind: 'mobile' as const, value: mobile ?? '' } : { kind: 'email' as const, value: email };
  return accountKeyOf(secrets, companyId, name).toString('base64url');
}
