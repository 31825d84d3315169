/** Counts, violations and times of a campaign. */
export interface Report {
  readonly seed: number;
  kills: number;
  postmasterKills: number;
  sent: number;
  confirmed: number;
  stopsWatched: number;
  stopsFired: number;
  pendingWatched: number;
  pendingFilled: number;
  pendingExpired: number;
  partialCloses: number;
  /** Messages received by all sockets. */
  pushed: number;
  /** Stops fired by ticks that the log lost in a crash; their results are in the journal. */
  firedOnLostTicks: number;
  readonly violations: Record<
    | 'lost'
    | 'phantom'
    | 'doubled'
    | 'unequalAnswers'
    | 'journal'
    | 'ledger'
    | 'receipts'
    | 'missedStops'
    | 'falseStops'
    | 'missedFills'
    | 'falseFills'
    | 'pushes'
    | 'unnoticedFaults'
    | 'exit',
    string[]
  >;
  /** Milliseconds from the start of the process until ready. */
  readonly readyMs: number[];
  readonly firstOrderMs: number[];
  /** Milliseconds from a kill of the database alone to the next accepted order. */
  readonly databaseBackMs: number[];
}

export function emptyReport(seed: number): Report {
  return {
    seed,
    kills: 0,
    postmasterKills: 0,
    sent: 0,
    confirmed: 0,
    stopsWatched: 0,
    stopsFired: 0,
    pendingWatched: 0,
    pendingFilled: 0,
    pendingExpired: 0,
    partialCloses: 0,
    pushed: 0,
    firedOnLostTicks: 0,
    violations: {
      lost: [],
      phantom: [],
      doubled: [],
      unequalAnswers: [],
      journal: [],
      ledger: [],
      receipts: [],
      missedStops: [],
      falseStops: [],
      missedFills: [],
      falseFills: [],
      pushes: [],
      unnoticedFaults: [],
      exit: [],
    },
    readyMs: [],
    firstOrderMs: [],
    databaseBackMs: [],
  };
}
