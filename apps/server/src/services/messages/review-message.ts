import { parseLanguage } from '@candor/contracts/languages';
import type { Clock } from '../../ports/clock.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { NewMessage } from '../../ports/messages.ts';
import type { Ids } from '../../ports/secrets.ts';
import { messageOf } from './message-text.ts';

type Outcome =
  | { readonly kind: 'verification-approved' }
  | { readonly kind: 'verification-rejected'; readonly reason: string };

const lifeMs = 7 * 24 * 3_600_000;

/** The outcome of an identity check as a mail in its user's language; null for who gave a number only. */
export function createReviewMessages(deps: { readonly clock: Clock; readonly ids: Ids }) {
  return (user: UserRecord, { name: company }: { readonly name: string }, outcome: Outcome): NewMessage | null => {
    if (user.email === null) return null;
    const language = parseLanguage(user.language) ?? 'hk';
    const { subject, text } =
      outcome.kind === 'verification-approved'
        ? messageOf(outcome.kind, language, { company })
        : messageOf(outcome.kind, language, { company, reason: outcome.reason });
    const createdAtMs = deps.clock.nowMs();
    const expiresAtMs = createdAtMs + lifeMs;
    const times = { createdAtMs, expiresAtMs };
    return { id: deps.ids.uuid(), route: 'mail', charge: null, to: user.email, subject, text, ...times };
  };
}
