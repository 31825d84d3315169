import type { AuditFacts, DatabaseFacts, FeedAge, Finding, FolderFacts, LeaseFacts } from '../../ports/diagnosis.ts';

const gibibyte = 1_024 ** 3;
/** Below these a disk is nearly full: absolutely, and as a share of one that is not large. */
const freeBytesMin = gibibyte;
const freeShareMin = 0.05;
const freeShareBytesMax = 50 * gibibyte;

/** PostgreSQL 15: version 14 gets no repairs after November 2026 (https://www.postgresql.org/support/versioning/). */
const versionMin = 150_000;
/** Gateways refuse a link of another machine beyond ten seconds; a fifth of that is a clock that nobody sets. */
const clockApartMaxMs = 2_000;
/** A standby takes over within seconds. */
const lostLeaseMaxMs = 10_000;
const lagEntriesMax = 5_000;
const messageWaitMaxMs = 10 * 60_000;
/** Snapshots are made this many times more often. */
const snapshotsMissedMax = 3;
const feedAgeMaxMs = 30_000;
/** An audit is due each night. */
const auditAgeMaxMs = 48 * 3_600_000;

const finding = (part: string, fault: string, remedy: string): Finding => ({ part, fault, remedy });

/** Judges folders, secrets and disks (R-RUN-83). */
export function judgeFolders(facts: FolderFacts, hasEntries: boolean): Finding[] {
  const { missing, closed, openSecrets, missingKeys, hasKeys, disks } = facts;
  const areKeysLost = hasKeys || hasEntries;
  return [
    ...missing.map((folder) =>
      finding('folders', `The folder ${folder} does not exist.`, 'Start Candor once, or correct DATA_DIR.'),
    ),
    ...closed.map((folder) =>
      finding(
        'folders',
        `This user may not write in ${folder}.`,
        `Run as the user that owns it, or give it to this one: chown -R <user> ${folder}`,
      ),
    ),
    ...openSecrets.map(({ path, mode }) =>
      finding(
        'secrets',
        `Other users of this machine may use ${path} (mode ${mode.toString(8).padStart(4, '0')}).`,
        `chmod go-rwx ${path}; if others use this machine, take its secrets for known and change them.`,
      ),
    ),
    ...(areKeysLost ? missingKeys : []).map((path) =>
      finding(
        'secrets',
        `The key file ${path} is missing.`,
        'Put it back from the backup of KEYS_DIR, or correct KEYS_DIR: new keys open nothing that the old ones sealed.',
      ),
    ),
    ...disks
      .filter(isNearlyFull)
      .map(({ folder, freeBytes }) =>
        finding(
          'disk',
          `The disk of ${folder} is nearly full: ${(freeBytes / gibibyte).toFixed(1)} GiB are free.`,
          'Make room or enlarge it: with a full disk nothing can be stored and trading stops (docs/runbook/what-grows.md).',
        ),
      ),
  ];
}

function isNearlyFull({ freeBytes, totalBytes }: FolderFacts['disks'][number]): boolean {
  if (freeBytes < freeBytesMin) return true;
  return freeBytes < totalBytes * freeShareMin && freeBytes < freeShareBytesMax;
}

/** Judges a database that answers (R-RUN-84, R-RUN-85). `snapshotEvery` is the setting SNAPSHOT_EVERY. */
export function judgeDatabase(facts: DatabaseFacts, snapshotEvery: number): Finding[] {
  const { leases, messages } = facts;
  const isRunning = leases.some(({ state }) => state === 'held');
  const isLate = isRunning && messages.oldestMs > messageWaitMaxMs;
  const late = `${messages.count} due mails, SMS or pushes are not sent; the oldest waits for ${minutes(messages.oldestMs)}.`;
  return [
    ...judgeServer(facts),
    ...judgeSchema(facts),
    ...leases.flatMap((lease) => judgeLease(lease, snapshotEvery)),
    ...facts.audits.flatMap((audit) => judgeAudit(audit, isRunning)),
    ...(isLate
      ? [
          finding(
            'messages',
            late,
            'Check SMTP_URL, SMS_URL and, for pushes, outgoing https, and that a process with the role jobs (or all) runs.',
          ),
        ]
      : []),
  ];
}

/** Judges the key that signs receipts; null without the file (R-LOG-37). */
export function judgeReceiptKey(keyId: string | null, { endedKeys }: Pick<DatabaseFacts, 'endedKeys'>): Finding[] {
  if (keyId === null || !endedKeys.includes(keyId)) return [];
  const fault = `The key of receipts in KEYS_DIR, ${keyId}, has ended: Candor does not start with it.`;
  return [
    finding('secrets', fault, 'Put the newest receipt-ed25519.pem into KEYS_DIR (docs/runbook/key-rotation.md).'),
  ];
}

/** Judges a company's newest nightly audit (R-LOG-16). */
function judgeAudit({ companyId, state, sinceMs, ageMs }: AuditFacts, isRunning: boolean): Finding[] {
  const remedy =
    'Run npm run audit: it names what differs. Keep a copy of the database before any change (docs/runbook/audit.md).';
  const since = new Date(sinceMs).toISOString();
  if (state === 'bad')
    return [finding('audit', `The nightly audit of company ${companyId} is bad since ${since}.`, remedy)];
  if (state === 'unfinished')
    return [
      finding(
        'audit',
        `The nightly audit of company ${companyId} has not finished since ${since}.`,
        'Look for "audit" in the log of the process with the role jobs or all (docs/runbook/audit.md).',
      ),
    ];
  if (!isRunning || ageMs <= auditAgeMaxMs) return [];
  return [
    finding(
      'audit',
      `The newest nightly audit of company ${companyId} is ${Math.round(ageMs / 3_600_000)} hours old.`,
      'Check that a process with the role jobs (or all) runs (docs/runbook/audit.md).',
    ),
  ];
}

function judgeServer({ version, settings, clockAheadMs }: DatabaseFacts): Finding[] {
  const found = Object.entries(settings).flatMap(([name, value]) =>
    value === 'off'
      ? [
          finding(
            'database',
            `PostgreSQL runs with ${name}=off: a crash may lose orders that were confirmed.`,
            `Set ${name} = on in postgresql.conf (alter system set ${name} = on), then reload it.`,
          ),
        ]
      : [],
  );
  if (version < versionMin)
    found.push(
      finding(
        'database',
        `PostgreSQL ${Math.floor(version / 10_000)} is no longer repaired by its makers.`,
        `Move the database to PostgreSQL ${versionMin / 10_000} or newer.`,
      ),
    );
  if (Math.abs(clockAheadMs) > clockApartMaxMs)
    found.push(
      finding(
        'clock',
        `The clock of this machine is ${seconds(Math.abs(clockAheadMs))} ${clockAheadMs > 0 ? 'ahead of' : 'behind'} the database's.`,
        'Let NTP set the clocks of both machines (docs/runbook/clock.md).',
      ),
    );
  return found;
}

function judgeSchema({ migrationsBehind: behind, migrationsAhead: ahead }: DatabaseFacts): Finding[] {
  const found: Finding[] = [];
  if (ahead.length > 0)
    found.push(
      finding(
        'schema',
        `The database was migrated by a newer version of Candor (${ahead.join(', ')}).`,
        'Start that version or a later one; this one refuses to.',
      ),
    );
  if (behind.length > 0)
    found.push(
      finding(
        'schema',
        `The database lacks ${behind.length} migrations of this version, the first is ${behind[0]}.`,
        'Stop the older processes and start this version: the one that leads migrates.',
      ),
    );
  return found;
}

/** Name of a lease in messages. */
export function nameLease(shard: number): string {
  if (shard === -1) return 'the jobs';
  if (shard === -3) return 'the hedging';
  return shard === -2 ? 'the market' : `shard ${shard}`;
}

function judgeLease(lease: LeaseFacts, snapshotEvery: number): Finding[] {
  const { shard, address, state, lostForMs, lastSeq, projectedSeq, snapshotSeq } = lease;
  const found: Finding[] = [];
  if (state === 'lost' && lostForMs > lostLeaseMaxMs)
    found.push(
      finding(
        'leader',
        `Nobody leads ${nameLease(shard)}: ${address ?? 'its leader'} stopped without handing over ${minutes(lostForMs)} ago.`,
        'Start it or a standby, and look for the reason at the end of its log.',
      ),
    );
  const lag = lastSeq - (projectedSeq ?? 0);
  if (shard >= 0 && lag > lagEntriesMax)
    found.push(
      finding(
        'tables',
        `The tables of ${nameLease(shard)} lack ${lag} journal entries: histories and statements are behind.`,
        'Check that a process with the role jobs (or all) runs, and its log for "projection"; npm run rebuild writes them again.',
      ),
    );
  const uncovered = lastSeq - (snapshotSeq ?? 0);
  if (shard >= 0 && uncovered > snapshotsMissedMax * snapshotEvery)
    found.push(
      finding(
        'snapshots',
        `The newest snapshot of ${nameLease(shard)} is ${uncovered} entries old, and one is due every ${snapshotEvery}: a start takes long.`,
        'Look for "snapshot" in the log of the process with the role jobs or all (docs/runbook/snapshots.md).',
      ),
    );
  return found;
}

/** Judges the ages of prices of open markets (R-RUN-86). */
export function judgeFeed(ages: readonly FeedAge[]): Finding[] {
  const silent = ages.filter(({ ageMs }) => ageMs > feedAgeMaxMs);
  if (silent.length === 0) return [];
  const names = silent.slice(0, 5).map(({ instrument }) => instrument);
  const rest = silent.length > names.length ? ` and ${silent.length - names.length} more` : '';
  const oldest = Math.max(...silent.map(({ ageMs }) => ageMs));
  return [
    finding(
      'feed',
      `The feed is silent for ${names.join(', ')}${rest}, up to ${minutes(oldest)}, while their markets are open.`,
      'Check the connection to the price provider; nothing opens and no stop fires without prices (docs/runbook/halts.md).',
    ),
  ];
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function minutes(ms: number): string {
  return ms < 120_000 ? `${Math.round(ms / 1_000)} s` : `${Math.round(ms / 60_000)} minutes`;
}
