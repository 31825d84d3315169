import type { ApprovalStore } from './approvals.ts';
import type { AuditLog } from './audit.ts';
import type { CalendarStore } from './calendar.ts';
import type { StoredChanges } from './changes.ts';
import type { ClientNoteStore } from './client-notes.ts';
import type { Clock, ClockMarks, WatchedClock } from './clock.ts';
import type { CompanySettingsStore, CompanyStore, InstallationStore, LossRateStore } from './company.ts';
import type { ConsoleReads } from './console-reads.ts';
import type { ArticleStore, ChoiceStore, RankingStore } from './content.ts';
import type { CredentialStore, SecondFactorStore } from './credentials.ts';
import type { DeskReads } from './desk-reads.ts';
import type { FileStore, ImageReader, UploadStore, VerificationStore } from './documents.ts';
import type { DueNoticeStore } from './due-notices.ts';
import type { DepositMethodStore, FundsHistory, PayoutCurrencyStore, PayoutMethodStore } from './funds.ts';
import type { CaptchaPainter, KeyedTurns, OpenRateCounts } from './guards.ts';
import type { DemoStore, IdentityStore, InviteStore } from './identity.ts';
import type { HeldLease, Journal } from './journal.ts';
import type { LiabilityReader } from './liabilities.ts';
import type { Market, TickLog } from './market.ts';
import type { MessageChannels, OutboxStore, RemoveUnsent, SmsLimits, SmsUseStore } from './messages.ts';
import type { AuditResults } from './nightly-audit.ts';
import type { NoteStore } from './notes.ts';
import type { NoticeChoiceStore, NoticeStore } from './notices.ts';
import type { OfferStore } from './offers.ts';
import type { OperatorAccountStore, OperatorStore, UserDirectory } from './operators.ts';
import type { OwnDataStore } from './own-data.ts';
import type { AddressBook, ObservedPaymentStore } from './payment-watch.ts';
import type {
  HistoryStore,
  ProjectionStore,
  ReceiptChains,
  ReceiptSigner,
  ReceiptStore,
  StatementStore,
} from './projection.ts';
import type { PushDeviceStore, PushSender } from './push.ts';
import type { Ids, KeyRing, PasswordHasher, Secrets } from './secrets.ts';
import type { SignInLog } from './sign-ins.ts';
import type { SnapshotHealth, StartSnapshots } from './snapshots.ts';
import type { StatisticsReader } from './statistics.ts';
import type { LogReader } from './transparency-log.ts';
import type { BackgroundWork, LoopDelay } from './work.ts';
import type { WorkQueues } from './work-queues.ts';

/** Every store in the database but the journal. */
export interface Stores {
  readonly projections: ProjectionStore;
  readonly receiptChains: ReceiptChains;
  readonly history: HistoryStore;
  readonly receipts: ReceiptStore;
  readonly statements: StatementStore;
  readonly ownData: OwnDataStore;
  readonly identity: IdentityStore & DemoStore;
  readonly credentials: CredentialStore;
  readonly factors: SecondFactorStore;
  readonly invites: InviteStore;
  readonly signInLog: SignInLog;
  readonly outbox: OutboxStore;
  readonly workQueues: WorkQueues;
  readonly smsUse: SmsUseStore;
  readonly uploads: UploadStore;
  readonly verifications: VerificationStore;
  readonly fundsHistory: FundsHistory;
  readonly depositMethods: DepositMethodStore;
  readonly payoutCurrencies: PayoutCurrencyStore;
  readonly payoutMethods: PayoutMethodStore;
  readonly observedPayments: ObservedPaymentStore;
  readonly addressBook: AddressBook;
  readonly articles: ArticleStore;
  readonly calendar: CalendarStore;
  readonly choices: ChoiceStore;
  readonly notices: NoticeStore;
  readonly dueNotices: DueNoticeStore;
  readonly pushDevices: PushDeviceStore & NoticeChoiceStore;
  readonly notes: NoteStore;
  readonly ranking: RankingStore;
  readonly companies: CompanyStore;
  readonly companySettings: CompanySettingsStore;
  readonly installation: InstallationStore;
  readonly offers: OfferStore;
  readonly lossRates: LossRateStore;
  readonly operators: OperatorStore;
  readonly operatorAccounts: OperatorAccountStore;
  readonly approvals: ApprovalStore;
  readonly users: UserDirectory;
  readonly clientNotes: ClientNoteStore;
  readonly consoleReads: ConsoleReads;
  readonly deskReads: DeskReads;
  readonly audit: AuditLog;
  readonly logReader: LogReader;
  readonly audits: AuditResults;
  readonly liabilities: LiabilityReader;
  readonly statistics: StatisticsReader;
}

/** All ports of a leading server; each area picks what it needs. */
export interface ServerPorts extends Stores {
  readonly clock: Clock;
  /** The same clock, if it can step. */
  readonly steps?: WatchedClock;
  readonly clockMarks?: ClockMarks;
  readonly ids: Ids;
  readonly journal: Journal;
  /** Omitted if every start replays the whole journal. */
  readonly snapshots?: StartSnapshots & { readonly health: SnapshotHealth };
  /** Omitted if no other process can lead. */
  readonly lease?: HeldLease & { readonly isAway: boolean };
  readonly isDatabaseRefusing?: () => boolean;
  readonly market: Market;
  /** Null without a tick log. */
  readonly tickLog: Pick<TickLog, 'readPieces' | 'skipTo' | 'stored' | 'isFailing'> | null;
  readonly receiptSigner: ReceiptSigner;
  readonly hasher: PasswordHasher;
  /** Queue of its own, apart from traders' passwords. */
  readonly operatorHasher: PasswordHasher;
  readonly openRates: OpenRateCounts;
  readonly turns: KeyedTurns;
  /** Omitted if no other process changes what this one remembers. */
  readonly changes?: StoredChanges;
  readonly captchaPainter: CaptchaPainter;
  readonly secrets: Secrets;
  readonly keyRing: KeyRing;
  readonly files: FileStore;
  readonly imageReader: ImageReader;
  readonly channels: MessageChannels;
  /** Channels of companies whose messages stay on this machine. */
  readonly keptChannels?: ReadonlyMap<number, MessageChannels>;
  readonly push: PushSender;
  /** Omitted without a folder of unsent messages. */
  readonly removeUnsent?: RemoveUnsent;
  readonly smsLimits: SmsLimits;
  /** Threads for documents and texts. */
  readonly work: BackgroundWork;
  /** Omitted if the loop's delay is not measured. */
  readonly loop?: LoopDelay;
}
