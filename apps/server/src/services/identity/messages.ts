import { type Language, parseLanguage } from '@candor/contracts/languages';
import type { CompanyId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { CompanyRecord } from '../../ports/company.ts';
import type { AccountName } from '../../ports/credentials.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { NewMessage, SmsCharge, SmsLimits } from '../../ports/messages.ts';
import type { UserNoticeKind } from '../../ports/notices.ts';
import type { Ids } from '../../ports/secrets.ts';

interface FromCompany {
  /** Company name shown to users. */
  readonly company: string;
}

/** Messages of identity to its users. */
export type IdentityMessage =
  | { readonly kind: 'code-register' | 'code-reset'; readonly values: FromCompany & { code: string; minutes: number } }
  | { readonly kind: 'already-registered' | 'account-disabled'; readonly values: FromCompany }
  | {
      readonly kind: 'password-changed' | 'second-factor-added' | 'second-factor-removed' | 'account-closed';
      readonly values: FromCompany & { timeMs: number };
    }
  | { readonly kind: 'signed-in-new-device'; readonly values: FromCompany & { timeMs: number; device: string } }
  | { readonly kind: 'method-removed'; readonly values: FromCompany & { timeMs: number; method: string } }
  | {
      readonly kind: 'method-bound';
      readonly values: FromCompany & { timeMs: number; method: string; usableAtMs: number | null };
    };

/** Renders a message in a language. */
export type WriteText = (
  message: IdentityMessage,
  language: Language,
) => { readonly subject: string; readonly text: string; readonly sms: string };

const lifeMs = 24 * 3_600_000;
/** Messages that their user's list of notices has, too. */
const listed: ReadonlySet<IdentityMessage['kind']> = new Set([
  'password-changed',
  'second-factor-added',
  'second-factor-removed',
  'signed-in-new-device',
  'method-bound',
  'method-removed',
] satisfies (IdentityMessage['kind'] & UserNoticeKind)[]);

/** Builds messages to be stored with the change they announce. */
export class MessageWriter {
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #writeText: WriteText;
  readonly #wake: (companyId: CompanyId) => void;
  readonly #chargeOf: (number: string) => SmsCharge;

  constructor(deps: {
    clock: Clock;
    ids: Ids;
    writeText: WriteText;
    wake: (companyId: CompanyId) => void;
    chargeOf: (number: string) => SmsCharge;
  }) {
    this.#clock = deps.clock;
    this.#ids = deps.ids;
    this.#writeText = deps.writeText;
    this.#wake = deps.wake;
    this.#chargeOf = deps.chargeOf;
  }

  /** Without `isSent` the message is stored with route `none` and not sent. */
  toAccount(
    name: AccountName,
    message: IdentityMessage,
    language: Language,
    options: { isSent: boolean; lifeMs: number },
  ): NewMessage {
    const { subject, text, sms } = this.#writeText(message, language);
    const isMail = name.kind === 'email';
    const createdAtMs = this.#clock.nowMs();
    return {
      id: this.#ids.uuid(),
      route: options.isSent ? (isMail ? 'mail' : 'sms') : 'none',
      charge: isMail || name.value === '' ? null : this.#chargeOf(name.value),
      to: options.isSent ? name.value : '',
      subject: isMail ? subject : '',
      text: options.isSent ? (isMail ? text : sms) : '',
      createdAtMs,
      expiresAtMs: createdAtMs + options.lifeMs,
    };
  }

  toUser(user: UserRecord, message: IdentityMessage, language: Language): NewMessage {
    const { email, mobile } = user;
    const name: AccountName =
      email !== null ? { kind: 'email', value: email } : { kind: 'mobile', value: mobile ?? '' };
    const notice = listed.has(message.kind) && {
      notice: { accountId: user.accountId, kind: message.kind as UserNoticeKind },
    };
    return { ...this.toAccount(name, message, language, { isSent: name.value !== '', lifeMs }), ...notice };
  }

  /** Wakes the company's delivery after a message was stored. */
  wake(companyId: CompanyId): void {
    this.#wake(companyId);
  }
}

/** Builds the notice of a disabled account, in the user's last language. */
export function createDisabledMessage(messages: MessageWriter) {
  return (user: UserRecord, { name: company }: CompanyRecord): NewMessage =>
    messages.toUser(user, { kind: 'account-disabled', values: { company } }, parseLanguage(user.language) ?? 'hk');
}

/** Trailing digits of a number range; SMS fraud buys whole ranges. */
const rangeDigits = 4;

/** Returns what an SMS to an E.164 number counts against (R-SES-37). */
export function smsChargeOf(number: string, dialCode: string | null, limits: SmsLimits): SmsCharge {
  return {
    country: dialCode === null ? number.slice(0, 3) : `+${dialCode}`,
    prefix: number.slice(0, -rangeDigits),
    limits,
  };
}
