import type * as z from 'zod/mini';
import { accountCalls } from './account.ts';
import { alertCalls } from './alerts.ts';
import { calendarCalls } from './calendar.ts';
import type { Call } from './call.ts';
import { companyCalls } from './company.ts';
import { contentCalls } from './content.ts';
import { depositCalls, withdrawalCalls } from './funds.ts';
import { identityCalls } from './identity.ts';
import { inviteCalls } from './invite.ts';
import { journalCalls } from './journal.ts';
import { liabilityCalls } from './liabilities.ts';
import { marketCalls } from './market.ts';
import { noticeCalls } from './notices.ts';
import { ownDataCalls } from './own-data.ts';
import type { CallName } from './paths.ts';
import { receiptCalls } from './receipts.ts';
import { secondFactorCalls } from './second-factor.ts';
import { statementCalls } from './statement.ts';
import { tradeCalls } from './trade.ts';
import { tradeNoteCalls } from './trade-notes.ts';
import { verificationCalls } from './verification.ts';

/** Calls by subject, in the order of the documents. */
export const callGroups = {
  market: { ...marketCalls, ...calendarCalls },
  trading: { ...tradeCalls, ...receiptCalls, ...journalCalls, ...tradeNoteCalls },
  alerts: alertCalls,
  notices: noticeCalls,
  account: { ...accountCalls, ...statementCalls, ...liabilityCalls, ...ownDataCalls },
  identity: identityCalls,
  'second factors': secondFactorCalls,
  verification: verificationCalls,
  deposits: depositCalls,
  withdrawals: withdrawalCalls,
  company: companyCalls,
  content: { ...contentCalls, ...inviteCalls },
} as const;

/** The table of calls: every call of the trader's API by its name. */
export const calls = {
  ...marketCalls,
  ...tradeCalls,
  ...receiptCalls,
  ...liabilityCalls,
  ...journalCalls,
  ...tradeNoteCalls,
  ...calendarCalls,
  ...alertCalls,
  ...noticeCalls,
  ...accountCalls,
  ...statementCalls,
  ...ownDataCalls,
  ...identityCalls,
  ...secondFactorCalls,
  ...verificationCalls,
  ...depositCalls,
  ...withdrawalCalls,
  ...companyCalls,
  ...contentCalls,
  ...inviteCalls,
} satisfies { readonly [Name in CallName]: Call<Name> };

type Calls = typeof calls;

/** Fields as a client sends them. */
export type CallInput<Name extends CallName> = z.input<Calls[Name]['input']>;
/** `data` of the answer. */
export type CallAnswer<Name extends CallName> = z.output<Calls[Name]['answer']>;
