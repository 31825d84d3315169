import type { Caller, IdentityDeps } from './identity-deps.ts';

/**
 * Disables a user and ends all his sessions at once, sockets included (R-SES-20), or enables him again. For operators.
 * False when the company has no such user.
 */
export async function setUserDisabled(
  deps: Pick<IdentityDeps, 'credentials' | 'messages' | 'store' | 'tokens'>,
  { company, language }: Pick<Caller, 'company' | 'language'>,
  userId: number,
  isDisabled: boolean,
): Promise<boolean> {
  const user = await deps.store.findUser(company.id, userId);
  if (user === null) return false;
  const values = { company: company.name };
  const message = isDisabled ? deps.messages.toUser(user, { kind: 'account-disabled', values }, language) : null;
  const ended = await deps.credentials.setDisabled(company.id, userId, isDisabled, message);
  if (ended === null) return false;
  deps.tokens.forget(ended);
  deps.messages.wake(company.id);
  return true;
}
