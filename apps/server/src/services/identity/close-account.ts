import type { Language } from '@candor/contracts/languages';
import type { CompanyRecord } from '../../ports/company.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { IdentityDeps } from './identity-deps.ts';

/**
 * Records that the core has closed a user's account: marks the user, mails the owner and ends every session (R-SES-42).
 * Safe to repeat: a closed user stays as it is.
 */
export async function recordClosing(
  deps: Pick<IdentityDeps, 'clock' | 'messages' | 'store' | 'tokens'>,
  company: Pick<CompanyRecord, 'id' | 'name'>,
  user: UserRecord,
  language: Language,
): Promise<void> {
  const atMs = deps.clock.nowMs();
  const values = { company: company.name, timeMs: atMs };
  const message = deps.messages.toUser(user, { kind: 'account-closed', values }, language);
  deps.tokens.forget(await deps.store.closeUser(company.id, user.id, atMs, message));
  deps.messages.wake(company.id);
}
