import { Readable } from 'node:stream';
import {
  type BackupPart,
  type BaseManifest,
  formatLsn,
  type Lsn,
  parseLsn,
  type WalPosition,
} from '../../ports/backup.ts';
import { type BackupFolder, BackupFolderError } from './backup-folder.ts';
import { pack } from './tree-archive.ts';

/** Source of a base backup: a session of PostgreSQL's low-level backup functions. */
interface BaseSource {
  startBase(name: string): Promise<{
    readonly systemId: string;
    readonly postgresVersion: string;
    readonly start: WalPosition;
  }>;
  stopBase(): Promise<{ readonly label: string; readonly stop: WalPosition }>;
}

interface BaseBackup {
  readonly folder: BackupFolder;
  readonly source: BaseSource;
  /** Data files of the running database. */
  readonly cluster: string;
  /** Folder of the tick log; its quotes are evidence. */
  readonly ticks: string;
  /** Resolves once the WAL up to a position is in the backup folder. */
  readonly untilShipped: (lsn: Lsn) => Promise<void>;
}

/** Folders whose contents belong to the running server (PostgreSQL manual, 25.3.4). */
const emptied = /^(?:pg_wal|pg_replslot|pg_notify|pg_serial|pg_snapshots|pg_subtrans|pg_stat_tmp|pg_dynshmem)\//;
const historyFile = /^pg_wal\/[\dA-F]{8}\.history$/;
const leftOut =
  /^(?:postmaster\.(?:pid|opts)|current_logfiles|backup_label(?:\.old)?|tablespace_map(?:\.old)?|recovery\.signal|standby\.signal)$|(?:^|\/)(?:pgsql_tmp[^/]*|pg_internal\.init[^/]*)(?:\/|$)/;

function isLeftOutOfBase(path: string): boolean {
  return leftOut.test(path) || (emptied.test(path) && !historyFile.test(path));
}

const baseNameOf = (atMs: number) => `base-${new Date(atMs).toISOString().replace(/[-:.]/g, '')}`;

/** Copies a running database and the tick log; the description is written last, once the WAL that it needs is there. */
export async function makeBase({ folder, source, cluster, ticks, untilShipped }: BaseBackup): Promise<BaseManifest> {
  const { systemId, postgresVersion, start } = await source.startBase('candor');
  const name = baseNameOf(start.atMs);
  const database = pack({ root: cluster, isLeftOut: isLeftOutOfBase, last: 'global/pg_control' });
  const parts: BackupPart[] = [await folder.write(`${name}/database`, database)];
  const { label, stop } = await source.stopBase();
  parts.push(await folder.write(`${name}/backup_label`, Readable.from([Buffer.from(label)])));
  parts.push(await folder.write(`${name}/ticks`, pack({ root: ticks, isLeftOut: (path) => path.endsWith('.lock') })));
  await untilShipped(stop.lsn);
  const gap = (await folder.readState())?.gap ?? null;
  if (gap !== null && parseLsn(gap.to) > start.lsn)
    throw new BackupFolderError(
      `The WAL from ${gap.from} to ${gap.to}, which this base backup needs, is lost. Try again.`,
    );
  const manifest: BaseManifest = {
    format: 1,
    name,
    systemId,
    timeline: start.timeline,
    segmentBytes: start.segmentBytes,
    startLsn: formatLsn(start.lsn),
    stopLsn: formatLsn(stop.lsn),
    startAtMs: start.atMs,
    stopAtMs: Math.ceil(stop.atMs) + 1,
    postgresVersion,
    parts,
  };
  await folder.writeManifest(manifest);
  return manifest;
}
