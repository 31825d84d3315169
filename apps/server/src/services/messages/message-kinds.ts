/** What each kind of message tells of, as the texts name it in `{holes}`. */
export interface MessageValues {
  'code-register': CodeValues;
  'code-reset': CodeValues;
  'code-step-up': CodeValues;
  /** Sent instead of a register code to who has an account already, so that the page need not tell. */
  'already-registered': CompanyValues;
  'signed-in-new-device': TimeValues & { device: string };
  'password-changed': TimeValues;
  'second-factor-added': TimeValues;
  'second-factor-removed': TimeValues;
  'verification-approved': CompanyValues;
  /** The reason is the operator's own words, in whatever language they were written. */
  'verification-rejected': CompanyValues & { reason: string };
  /** The level in hundredths of a percent: 8,453 is 84.53 %. */
  'margin-call': CompanyValues & { uid: string; levelE2: bigint };
  'stop-out': CompanyValues & { uid: string; orderId: number };
  'deposit-credited': FundsValues;
  'deposit-rejected': FundsValues;
  'withdrawal-requested': FundsValues;
  'withdrawal-approved': FundsValues;
  'withdrawal-paid': FundsValues;
  'withdrawal-rejected': FundsValues;
  'withdrawal-taken-back': FundsValues;
  'correction-posted': FundsValues;
  'account-disabled': CompanyValues;
  /** Currency, network and the masked address or account. */
  'method-bound': TimeValues & {
    method: string;
    /** From when it is paid to; null for at once, which leaves the paragraph out. */
    usableAtMs: number | null;
  };
  'method-removed': TimeValues & { method: string };
}

/** The amount with its currency, as balances are shown: "250.00 USD". */
interface FundsValues extends CompanyValues {
  uid: string;
  amount: string;
}

interface CompanyValues {
  /** The name that the user knows the company by. */
  company: string;
}

interface CodeValues extends CompanyValues {
  code: string;
  minutes: number;
}

interface TimeValues extends CompanyValues {
  /** When it happened; told in UTC. */
  timeMs: number;
}

export type MessageKind = keyof MessageValues;

/** Kinds that go by SMS too, to who gave a number only: codes, and what an owner must hear of at once. */
export type SmsKind = Exclude<
  MessageKind,
  | 'verification-approved'
  | 'verification-rejected'
  | 'margin-call'
  | 'stop-out'
  | Exclude<FundsMessageKind, 'withdrawal-requested'>
>;

/** What an owner is told of his money. */
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
  /** One message of 160 GSM letters where the language is written in them, else two of 67 letters. */
  readonly sms: string;
}

export type MessageText<Kind extends MessageKind> = Kind extends SmsKind ? MailAndSmsText : MailText;

/** Every kind in one language, with `{holes}` named after the values. */
export type MessageTexts = { readonly [Kind in MessageKind]: MessageText<Kind> };
