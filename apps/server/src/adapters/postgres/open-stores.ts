import { mainShard } from '@candor/domain/values/shard';
import type { Clock } from '../../ports/clock.ts';
import type { Stores } from '../../ports/server-ports.ts';
import { ApprovalTables } from './approval-tables.ts';
import { ArticleTables } from './article-tables.ts';
import { AuditResultReader } from './audit-result-tables.ts';
import { AuditRows } from './audit-rows.ts';
import { CalendarTables } from './calendar-tables.ts';
import { ChoiceTables } from './choice-tables.ts';
import { ClientNoteTables } from './client-note-tables.ts';
import { CompanyRows } from './company-rows.ts';
import { CompanySettingsRows } from './company-settings-rows.ts';
import { ConsoleReadsTables } from './console-reads-tables.ts';
import { CredentialTables } from './credential-tables.ts';
import type { Db } from './database.ts';
import { DepositMethodTables } from './deposit-method-tables.ts';
import { DeskReadsTables } from './desk-reads-tables.ts';
import { DueNoticeTables } from './due-notice-tables.ts';
import { FundsTables } from './funds-tables.ts';
import { HistoryTables } from './history-tables.ts';
import { IdentityTables } from './identity-tables.ts';
import { InstallationRows } from './installation-rows.ts';
import { InviteRows } from './invite-rows.ts';
import { LiabilityReadTables } from './liability-tables.ts';
import { LogReadTables } from './log-tables.ts';
import { LossRateRows } from './loss-rate-rows.ts';
import { NoteTables } from './note-tables.ts';
import { NoticeTables } from './notice-tables.ts';
import { ObservedPaymentTables } from './observed-payment-tables.ts';
import { OfferTables } from './offer-tables.ts';
import { OperatorAccountTables } from './operator-account-tables.ts';
import { OperatorTables } from './operator-tables.ts';
import { OutboxTables } from './outbox-tables.ts';
import { OwnDataTables } from './own-data-tables.ts';
import { PayoutCurrencyTables } from './payout-currency-tables.ts';
import { PayoutMethodTables } from './payout-method-tables.ts';
import { ProjectionTables } from './projection-tables.ts';
import { PushTables } from './push-tables.ts';
import { RankingRows } from './ranking-rows.ts';
import { ReceiptChainTable, ReceiptTables } from './receipt-tables.ts';
import { SecondFactorTables } from './second-factor-tables.ts';
import { SignInRows } from './sign-in-rows.ts';
import { SmsUseRows } from './sms-use-rows.ts';
import { StatementTables } from './statement-tables.ts';
import { StatisticsReadTables } from './statistics-tables.ts';
import { UploadTables } from './upload-tables.ts';
import { UserDirectoryTables } from './user-directory-tables.ts';
import { VerificationTables } from './verification-tables.ts';
import { WatchedAddressTables } from './watched-address-tables.ts';
import type { LeadsNow } from './with-lead.ts';
import { WorkQueueRows } from './work-queue-rows.ts';

/** The database as its roles connect to it. */
export interface StoreConnections {
  readonly app: Db;
  readonly core: Db;
  /** Role `app` for work outside of calls; `app` itself if omitted. */
  readonly background?: Db;
}

/** Encoding of records in the projection's columns. */
interface Codec {
  readonly encode: (value: unknown) => string;
  readonly decode: (text: string) => unknown;
}

/**
 * Opens every store with the connection of the role that may use its tables; rules are written under the
 * leads of that moment only. `projections` are those of the main shard.
 */
export function openStores(
  { app, core, background = app }: StoreConnections,
  clock: Clock,
  codec: Codec,
  leadsNow: LeadsNow,
  shards = 1,
) {
  return {
    projections: new ProjectionTables(core, codec, mainShard),
    receiptChains: new ReceiptChainTable(core),
    history: new HistoryTables(app, codec),
    receipts: new ReceiptTables(app),
    statements: new StatementTables(app, codec),
    ownData: new OwnDataTables(app),
    identity: new IdentityTables(app),
    credentials: new CredentialTables(app),
    factors: new SecondFactorTables(app),
    invites: new InviteRows(app),
    signInLog: new SignInRows(background),
    outbox: new OutboxTables(background),
    workQueues: new WorkQueueRows(background),
    smsUse: new SmsUseRows(app),
    uploads: new UploadTables(app),
    verifications: new VerificationTables(app),
    fundsHistory: new FundsTables(app, codec),
    depositMethods: new DepositMethodTables(app),
    payoutCurrencies: new PayoutCurrencyTables(app),
    payoutMethods: new PayoutMethodTables(app),
    observedPayments: new ObservedPaymentTables(app),
    addressBook: new WatchedAddressTables(app),
    articles: new ArticleTables(app),
    calendar: new CalendarTables(app),
    choices: new ChoiceTables(app),
    notices: new NoticeTables(app, codec),
    dueNotices: new DueNoticeTables({ app: background, core }, codec),
    pushDevices: new PushTables(app),
    notes: new NoteTables(app),
    ranking: new RankingRows(app),
    companies: new CompanyRows(background),
    companySettings: new CompanySettingsRows(app, leadsNow),
    installation: new InstallationRows(app, shards),
    offers: new OfferTables(app, leadsNow),
    lossRates: new LossRateRows(app),
    operators: new OperatorTables(app),
    operatorAccounts: new OperatorAccountTables(app),
    approvals: new ApprovalTables(app),
    users: new UserDirectoryTables(app, leadsNow),
    clientNotes: new ClientNoteTables(app),
    consoleReads: new ConsoleReadsTables(app, codec),
    deskReads: new DeskReadsTables(app),
    audit: new AuditRows(app, clock),
    logReader: new LogReadTables(app),
    audits: new AuditResultReader(app),
    liabilities: new LiabilityReadTables(app),
    statistics: new StatisticsReadTables(app),
  } satisfies Stores;
}
