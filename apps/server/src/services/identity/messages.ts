import { type Language, parseLanguage } from '@candor/contracts/languages';
import type { TenantId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { CompanyRecord } from '../../ports/company.ts';
import type { AccountName } from '../../ports/credentials.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { NewMessage, SmsCharge, SmsLimits } from '../../ports/messages.ts';
import type { Ids } from '../../ports/secrets.ts';

interface ToldBy {
  /** The name that the user knows the company by. */
  readonly company: string;
}

/** What identity has to tell its users. */
export type IdentityMessage =
  | { readonly kind: 'code-register' | 'code-reset'; readonly values: ToldBy & { code: string; minutes: number } }
  | { readonly kind: 'already-registered' | 'account-disabled'; readonly values: ToldBy }
  | {
      readonly kind: 'password-changed' | 'second-factor-added' | 'second-factor-removed';
      readonly values: ToldBy & { timeMs: number };
    }
  | { readonly kind: 'signed-in-new-device'; readonly values: ToldBy & { timeMs: number; device: string } }
  | { readonly kind: 'method-removed'; readonly values: ToldBy & { timeMs: number; method: string } }
  | {
      readonly kind: 'method-bound';
      readonly values: ToldBy & { timeMs: number; method: string; usableAtMs: number | null };
    };

/** Puts a message into words. */
export type WriteText = (
  message: IdentityMessage,
  language: Language,
) => { readonly subject: string; readonly text: string; readonly sms: string };

const lifeMs = 24 * 3_600_000;

/** Messages ready to be stored with what they tell of. */
export class MessageWriter {
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #writeText: WriteText;
  readonly #wake: (companyId: TenantId) => void;
  readonly #chargeOf: (number: string) => SmsCharge;

  constructor(deps: {
    clock: Clock;
    ids: Ids;
    writeText: WriteText;
    wake: (companyId: TenantId) => void;
    chargeOf: (number: string) => SmsCharge;
  }) {
    this.#clock = deps.clock;
    this.#ids = deps.ids;
    this.#writeText = deps.writeText;
    this.#wake = deps.wake;
    this.#chargeOf = deps.chargeOf;
  }

  /** Without `isSent` it is stored like any other and goes nowhere. */
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
    return this.toAccount(name, message, language, { isSent: name.value !== '', lifeMs });
  }

  /** A message of the company has been stored. */
  wake(companyId: TenantId): void {
    this.#wake(companyId);
  }
}

/** Tells a user, in the language he last used, that his account was disabled. */
export function createDisabledMessage(messages: MessageWriter) {
  return (user: UserRecord, { name: company }: CompanyRecord): NewMessage =>
    messages.toUser(user, { kind: 'account-disabled', values: { company } }, parseLanguage(user.language) ?? 'hk');
}

/** Digits in which the numbers of one range differ: fraud by SMS buys whole ranges. */
const rangeDigits = 4;

/** Returns what an SMS to a number in E.164 counts against (R-SES-37). */
export function smsChargeOf(number: string, dialCode: string | null, limits: SmsLimits): SmsCharge {
  return {
    country: dialCode === null ? number.slice(0, 3) : `+${dialCode}`,
    prefix: number.slice(0, -rangeDigits),
    limits,
  };
}
