/** Values of each kind of message, named as the `{holes}` of its texts. */
export interface MessageValues {
  'code-register': CodeValues;
  'code-reset': CodeValues;
  'code-step-up': CodeValues;
  /** Sent instead of a registration code if the account already exists, so that the page does not reveal it. */
  'already-registered': CompanyValues;
  'signed-in-new-device': TimeValues & { device: string };
  'password-changed': TimeValues;
  'second-factor-added': TimeValues;
  'second-factor-removed': TimeValues;
  'verification-approved': CompanyValues;
  /** The reason as written by the operator, in any language. */
  'verification-rejected': CompanyValues & { reason: string };
  /** Margin level in hundredths of a percent: 8,453 is 84.53 %. */
  'margin-call': CompanyValues & { uid: string; levelE2: bigint };
  'stop-out': CompanyValues & { uid: string; orderId: number };
  /** Higher stop-out level in hundredths of a percent, and the time from which it applies. */
  'stop-out-noticed': CompanyValues & { uid: string; levelE2: bigint; fromMs: number };
  /** Code of an instrument, and the sentence that says its worse swap, the present one and the time. */
  'swap-noticed': CompanyValues & { uid: string; code: string; change: string };
  'deposit-credited': FundsValues;
  'deposit-rejected': FundsValues;
  'withdrawal-requested': FundsValues;
  'withdrawal-approved': FundsValues;
  'withdrawal-paid': FundsValues;
  'withdrawal-rejected': FundsValues;
  'withdrawal-taken-back': FundsValues;
  'correction-posted': FundsValues;
  'account-disabled': CompanyValues;
  'account-closed': TimeValues;
  /** Currency, network and the masked address or account. */
  'method-bound': TimeValues & {
    method: string;
    /** When payouts to it start; null for at once, which drops the paragraph. */
    usableAtMs: number | null;
  };
  'method-removed': TimeValues & { method: string };
}

/** Amount with currency, e.g. "250.00 USD". */
interface FundsValues extends CompanyValues {
  uid: string;
  amount: string;
}

interface CompanyValues {
  /** Company name shown to users. */
  company: string;
}

interface CodeValues extends CompanyValues {
  code: string;
  minutes: number;
}

interface TimeValues extends CompanyValues {
  /** Time of the event, shown in UTC. */
  timeMs: number;
}

export type MessageKind = keyof MessageValues;

/** Kinds that also have an SMS text: codes and security notices. */
export type SmsKind = Exclude<
  MessageKind,
  | 'verification-approved'
  | 'verification-rejected'
  | 'margin-call'
  | 'stop-out'
  | 'stop-out-noticed'
  | 'swap-noticed'
  | Exclude<FundsMessageKind, 'withdrawal-requested'>
>;

/** Notices about money. */
export type FundsMessageKind =
  | 'deposit-credited'
  | 'deposit-rejected'
  | 'withdrawal-requested'
  | 'withdrawal-approved'
  | 'withdrawal-paid'
  | 'withdrawal-rejected'
  | 'withdrawal-taken-back'
  | 'correction-posted';

interface MailText {
  readonly subject: string;
  readonly text: string;
}

interface MailAndSmsText extends MailText {
  /** Fits one SMS of 160 GSM letters, or two of 67 other letters. */
  readonly sms: string;
}

export type MessageText<Kind extends MessageKind> = Kind extends SmsKind ? MailAndSmsText : MailText;

/** All kinds in one language, with `{holes}` named after the values. */
export type MessageTexts = { readonly [Kind in MessageKind]: MessageText<Kind> };
