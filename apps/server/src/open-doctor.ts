import { createPrivateKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { examineBackup } from './adapters/backup/examine-backup.ts';
import { fingerprintOf, keyFilesIn } from './adapters/backup/keys-bundle.ts';
import { systemClock } from './adapters/clock/system-clock.ts';
import { readProviderFile } from './adapters/feeds/hedging/provider-file.ts';
import { readRulesFile } from './adapters/feeds/hedging/rules-file.ts';
import { feedsOf, readSeveralConfig } from './adapters/feeds/several/several-config.ts';
import { examineFolders } from './adapters/files/examine-folders.ts';
import { createReceiptSigner } from './adapters/keys/receipt-key-file.ts';
import { tryNats } from './adapters/lines/nats-link.ts';
import { tryMailServer } from './adapters/mail/smtp-mailer.ts';
import { runningEmbeddedPostgres } from './adapters/postgres/embedded/start-embedded-postgres.ts';
import { examineDatabase } from './adapters/postgres/examine-database.ts';
import { withPlaces } from './adapters/postgres/primary-watch.ts';
import { type Config, listConfigFaults, parseConfig } from './config.ts';
import { findUnsafe } from './config-production.ts';
import { readWatchers } from './config-watchers.ts';
import { keyFiles } from './open-adapters.ts';
import { checkLiveFeed } from './open-feed.ts';
import { readKeysMark, readLocalState } from './open-shipping.ts';
import type { DatabaseFacts, FeedAge, Finding } from './ports/diagnosis.ts';
import { ExplainedError } from './ports/explained-error.ts';
import { judgeDatabase, judgeFeed, judgeFolders, judgeReceiptKey, nameLease } from './services/doctor/diagnose.ts';
import { judgeArchiving, judgeBackup, noBackup } from './services/doctor/judge-backup.ts';
import { quotedInstruments } from './services/market/create-market.ts';

/** Time for an answer of a server that is looked at. */
const answerMaxMs = 5_000;

export interface Diagnosis {
  readonly findings: readonly Finding[];
  /** Facts that are no fault, e.g. who leads. */
  readonly facts: readonly string[];
  /** Parts that could not be looked at, each with the reason. */
  readonly unseen: readonly string[];
}

/** Outside world of an examination; tests replace it. */
interface World {
  readonly nowMs?: () => number;
  readonly diskOf?: (folder: string) => { readonly freeBytes: number; readonly totalBytes: number };
}

/**
 * Examines an installation by its settings without a change to it: no file, row or process is made (R-RUN-82). Texts hold no
 * secret of the settings (R-RUN-87).
 */
export async function examine(
  env: Readonly<Record<string, string | undefined>>,
  baseDir: string,
  world: World = {},
): Promise<Diagnosis> {
  const refusals = listConfigFaults(env, baseDir);
  if (refusals.length > 0) {
    const findings = refusals.map((fault) => ({
      part: 'settings',
      fault,
      remedy: 'Correct it: Candor does not start with it.',
    }));
    return withoutSecrets(env, { findings, facts: [], unseen: ['everything else, until the settings can be used'] });
  }
  const config = parseConfig(env, baseDir);
  const database = await lookAtDatabase(config, world.nowMs ?? (() => systemClock.nowMs()));
  const feed = await lookAtFeed(config);
  const hasEntries = database.facts?.leases.some(({ lastSeq }) => lastSeq > 0) ?? false;
  const findings = [
    ...judgeSettings(config),
    ...judgeFolders(lookAtFolders(config, baseDir, world.diskOf), hasEntries),
    ...database.findings,
    ...(database.facts === null ? [] : judgeDatabase(database.facts, config.snapshotEvery)),
    ...(database.facts === null ? [] : judgeReceiptKey(receiptKeyIn(config), database.facts)),
    ...(await lookAtBackup(config, database.facts, world)),
    ...(await lookAtNats(config)),
    ...(await lookAtMail(config)),
    ...judgeFeed(feed.ages),
  ];
  const facts = (database.facts?.leases ?? []).flatMap(({ shard, state, address }) =>
    state === 'held' ? [`${address ?? 'A process'} leads ${nameLease(shard)}.`] : [],
  );
  return withoutSecrets(env, { findings, facts, unseen: [...database.unseen, ...feed.unseen] });
}

/** `npm run doctor`: prints each finding with its remedy; returns exit code 0 without any, else 1. */
export async function runDoctor(
  env: Readonly<Record<string, string | undefined>>,
  baseDir: string,
  say: (text: string) => void,
): Promise<number> {
  const { findings, facts, unseen } = await examine(env, baseDir);
  for (const fact of facts) say(fact);
  for (const one of unseen) say(`Not looked at: ${one}.`);
  for (const { part, fault, remedy } of findings) say(`\n${part.toUpperCase()}: ${fault}\n  Remedy: ${remedy}`);
  if (findings.length > 0) say(`\n${findings.length} found.`);
  else say(unseen.length > 0 ? 'Nothing found in what was looked at.' : 'All is well.');
  return findings.length === 0 ? 0 : 1;
}

function judgeSettings(config: Config): Finding[] {
  const found: Finding[] = [];
  if (config.isProduction)
    for (const { setting, remedy } of findUnsafe(config))
      found.push({
        part: 'settings',
        fault: `With PRODUCTION=on, ${setting} is unsafe, and Candor does not start.`,
        remedy: `Set ${remedy}.`,
      });
  for (const read of [readWatchersOf, readFeedOf, readHedgerOf]) {
    try {
      read(config);
    } catch (error) {
      if (!(error instanceof ExplainedError)) throw error;
      const remedy = 'Correct the file: Candor does not start with it.';
      found.push({ part: 'settings', fault: error.message, remedy });
    }
  }
  return found;
}

function readWatchersOf({ watchersFile }: Config): void {
  if (watchersFile !== null) readWatchers(watchersFile);
}

/** Reads the files of hedging, for the role that hedges (R-HDG-18). */
function readHedgerOf({ role, hedgerFile, dataDir, simCalendar }: Config): void {
  if (role !== 'hedger' || hedgerFile === null) return;
  const specs = quotedInstruments(simCalendar).map(({ spec }) => spec);
  const { rulesFile } = readProviderFile(hedgerFile, dataDir, specs);
  readRulesFile(rulesFile, new Set(specs.map(({ code }) => code)));
}

/** Reads the file of a live feed, for the roles that run it (R-MKT-30). */
function readFeedOf(config: Config): void {
  if (config.role === 'all' || config.role === 'market') checkLiveFeed(config);
}

async function lookAtBackup(config: Config, database: DatabaseFacts | null, world: World): Promise<Finding[]> {
  const { backup, dataDir, isProduction, databaseUrl, keysDir } = config;
  if (databaseUrl !== null) return isProduction && database !== null ? judgeArchiving(database) : [];
  if (backup.folder === null) return isProduction ? [noBackup] : [];
  const keys = await keyFilesIn(keysDir, [backup.keyFile]);
  return judgeBackup({
    folder: backup.folder,
    ...examineBackup(backup.folder, dataDir),
    state: readLocalState(dataDir),
    isRunning: database !== null,
    areKeysCopied: readKeysMark(dataDir) === (await fingerprintOf(keys)),
    nowMs: (world.nowMs ?? (() => systemClock.nowMs()))(),
  });
}

/**
 * Returns the file of a live feed, which may hold a password, in the roles that read it. The examples of `ops/feeds` for a
 * WebSocket or a table are public.
 */
function feedSecretsOf({ feed, role }: Config, baseDir: string): string[] {
  if (!('file' in feed) || (role !== 'all' && role !== 'market')) return [];
  const files = feed.kind === 'several' ? [feed, ...sourcesOf(feed.file)] : [feed];
  const isExample = ({ kind, file }: (typeof files)[number]) =>
    kind !== 'fix' && file.startsWith(join(baseDir, 'ops', 'feeds') + sep);
  return files.flatMap((one) => (one.kind === 'several' || isExample(one) ? [] : [one.file]));
}

/** Feeds of a file of several sources; none of one that cannot be used, which is a finding of its own. */
function sourcesOf(file: string) {
  try {
    return feedsOf(readSeveralConfig(file), file);
  } catch {
    return [];
  }
}

/** Id of the key that signs receipts; null if its file is missing or cannot be read, which is a finding of its own. */
function receiptKeyIn(config: Config): string | null {
  try {
    return createReceiptSigner(createPrivateKey(readFileSync(keyFiles(config).receipts))).key.keyId;
  } catch {
    return null;
  }
}

function lookAtFolders(config: Config, baseDir: string, diskOf: World['diskOf']) {
  const { dataDir, keysDir, watchersFile, documentKeys, role, backup, hedgerFile } = config;
  const hasKeys = role !== 'market' && role !== 'hedger';
  const backups = backup.folder !== null && existsSync(backup.folder) ? [backup.folder] : [];
  const { documents, ...others } = keyFiles(config);
  const keys = [...Object.values(others), ...(documentKeys === null ? [documents] : [])];
  return examineFolders({
    folders: [dataDir, ...backups],
    secretFolders: hasKeys ? [keysDir] : [],
    secretFiles: [
      join(dataDir, 'operator.txt'),
      ...(backup.folder === null ? [] : [backup.keyFile]),
      ...(watchersFile === null ? [] : [watchersFile]),
      ...feedSecretsOf(config, baseDir),
      ...(role === 'hedger' && hedgerFile !== null ? [hedgerFile] : []),
    ],
    keyFiles: hasKeys ? keys : [],
    ...(diskOf === undefined ? {} : { diskOf }),
  });
}

interface DatabaseLook {
  readonly facts: DatabaseFacts | null;
  readonly findings: readonly Finding[];
  readonly unseen: readonly string[];
}

async function lookAtDatabase({ databaseUrl, dataDir }: Config, nowMs: () => number): Promise<DatabaseLook> {
  const url = databaseUrl === null ? runningEmbeddedPostgres(join(dataDir, 'postgres')) : withPlaces(databaseUrl);
  if (url === null)
    return { facts: null, findings: [], unseen: ['the database, because the embedded one runs only with Candor'] };
  try {
    return { facts: await examineDatabase(url, nowMs), findings: [], unseen: [] };
  } catch (error) {
    // A fault of the doctor itself is none of the database.
    if (error instanceof TypeError || error instanceof ReferenceError) throw error;
    const { message, code } = error as Error & { code?: string };
    const findings = [
      {
        part: 'database',
        fault: `The database ${placeOf(url)} does not answer: ${message || code || 'no connection'}.`,
        remedy: 'Start it, and check DATABASE_URL and the network between.',
      },
    ];
    return { facts: null, findings, unseen: ['schema, leader, tables, snapshots, messages and clock'] };
  }
}

async function lookAtNats({ role, lines }: Config): Promise<Finding[]> {
  if (role === 'all' || lines.kind !== 'nats') return [];
  const reason = await tryNats(lines);
  if (reason === null) return [];
  const place = lines.url.split(',').map(placeOf).join(', ');
  const remedy = 'Start it, and check NATS_URL, NATS_NKEY and the network between (docs/runbook/cluster.md).';
  return [{ part: 'nats', fault: `NATS at ${place} cannot be used: ${reason}.`, remedy }];
}

async function lookAtMail({ smtpUrl: url, isProduction: isTlsRequired }: Config): Promise<Finding[]> {
  if (url === null) return [];
  const reason = await tryMailServer({ url, isTlsRequired, attemptMaxMs: answerMaxMs });
  if (reason === null) return [];
  const fault = `The mail server ${placeOf(url)} takes no mail: ${reason}.`;
  return [{ part: 'mail', fault, remedy: 'Check SMTP_URL, its login, and that the server runs.' }];
}

/** Reads the ages of prices of open markets from `/metrics`. */
async function lookAtFeed({ metricsPort: port, metricsHost: host, role }: Config): Promise<{
  readonly ages: readonly FeedAge[];
  readonly unseen: readonly string[];
}> {
  if (role === 'jobs') return { ages: [], unseen: [] };
  if (port === 0) return { ages: [], unseen: ['the feed, because METRICS_PORT is not set'] };
  try {
    const answer = await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${port}/metrics`, {
      signal: AbortSignal.timeout(answerMaxMs),
    });
    return { ages: agesIn(await answer.text()), unseen: [] };
  } catch {
    return { ages: [], unseen: [`the feed, because nothing answers at METRICS_PORT=${port}`] };
  }
}

/** Returns the age of the price of each instrument whose market is open. */
function agesIn(metrics: string): FeedAge[] {
  const valuesOf = (name: string) =>
    new Map(
      [...metrics.matchAll(new RegExp(`^${name}\\{instrument="([^"]{1,64})"\\} (\\S+)$`, 'gm'))].map(
        ([, instrument = '', value]) => [instrument, Number(value)] as const,
      ),
    );
  const open = valuesOf('candor_market_open');
  return [...valuesOf('candor_feed_age_seconds')]
    .filter(([instrument]) => open.get(instrument) === 1)
    .map(([instrument, age]) => ({ instrument, ageMs: age * 1_000 }));
}

function placeOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'of the settings';
}

const secretSettings = ['NATS_NKEY', 'SMS_SECRET', 'ARCHIVE_S3_SECRET', 'DOCUMENT_KEYS', 'OPERATOR_PASSWORD'];
const urlSettings = ['DATABASE_URL', 'DATABASE_APP_URL', 'DATABASE_CORE_URL', 'NATS_URL', 'SMTP_URL', 'SMS_URL'];
/** A shorter text would be found in other words. */
const secretMin = 4;

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Blots out every secret of the settings, should an error of another program repeat one. */
function withoutSecrets(env: Readonly<Record<string, string | undefined>>, found: Diagnosis): Diagnosis {
  const secrets = [
    ...secretSettings.map((name) => env[name] ?? ''),
    ...urlSettings.flatMap((name) =>
      (env[name] ?? '').split(',').flatMap((one) => {
        const password = URL.canParse(one.trim()) ? new URL(one.trim()).password : '';
        return [password, unescaped(password)];
      }),
    ),
  ].filter((one) => one.length >= secretMin);
  const blot = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
  return {
    findings: found.findings.map(({ part, fault, remedy }) => ({ part, fault: blot(fault), remedy: blot(remedy) })),
    facts: found.facts.map(blot),
    unseen: found.unseen.map(blot),
  };
}
