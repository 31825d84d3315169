import type { EngineEvent } from '@candor/domain/engine/event';
import type { TradingPolicy } from '@candor/domain/engine/rules/trading-rules';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { AnswersAudit } from './auditor/answers.ts';
import type { Auditor } from './auditor/auditor.ts';
import type { TablesAudit } from './auditor/tables.ts';
import type { Database } from './fake-connection.ts';
import type { FakeFeed } from './fake-feed.ts';
import type { JournalStore } from './fake-journal.ts';
import type { TableRows } from './fake-tables.ts';
import type { Random } from './random.ts';
import type { Sabotage } from './sabotage.ts';
import type { Scheduler } from './scheduler.ts';
import type { SimHalts } from './sim-halts.ts';
import type { SimSnapshots } from './sim-snapshots.ts';
import type { WallClock } from './wall-clock.ts';

export interface WorldOptions {
  readonly sabotage?: Sabotage;
  /** True if some traders call over HTTP and get pushes. */
  readonly hasGateway?: boolean;
  /** True if operators halt openings at any moment. */
  readonly hasHalts?: boolean;
  /** Sets alerts of every kind on the traders' accounts. */
  readonly hasAlerts?: boolean;
  /** True if processes start from snapshots. */
  readonly hasSnapshots?: boolean;
  /** True if processes often crash between two entries of an act. */
  readonly isInterrupted?: boolean;
}

/** Environment shared by all processes of one world. */
export interface Surroundings {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly database: Database;
  readonly store: JournalStore;
  /** Null in worlds whose processes replay the whole journal. */
  readonly snapshots: SimSnapshots | null;
  readonly tables: TableRows;
  readonly tablesAudit: TablesAudit;
  readonly answers: AnswersAudit;
  readonly hasGateway: boolean;
  readonly isInterrupted: boolean;
  readonly feed: FakeFeed;
  readonly auditor: Auditor;
  readonly policy: TradingPolicy;
  readonly wall: WallClock;
  readonly specs: readonly InstrumentSpec[];
  readonly halts: SimHalts;
  readonly sabotage: Sabotage;
  readonly note: (line: string) => void;
  /** Counts rare cases that are not journal events. */
  readonly count: (what: string) => void;
  /** Pushes to every client's socket. */
  readonly push: (events: readonly EngineEvent[]) => void;
  /** Runs a check; a violation stops the world and returns null. */
  readonly check: <Value>(look: () => Value) => Value | null;
}

/** Process as its parts see it. */
export interface ProcessState {
  readonly id: number;
  /** False after its crash. */
  readonly isAlive: boolean;
}
