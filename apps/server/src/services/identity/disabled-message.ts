import { parseLanguage } from '@candor/contracts/languages';
import type { CompanyRecord } from '../../ports/company.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { NewMessage } from '../../ports/messages.ts';
import type { MessageWriter } from './messages.ts';

/** Tells a user, in the language he last used, that his account was disabled. */
export function createDisabledMessage(messages: MessageWriter) {
  return (user: UserRecord, { name: company }: CompanyRecord): NewMessage =>
    messages.toUser(user, { kind: 'account-disabled', values: { company } }, parseLanguage(user.language) ?? 'hk');
}
