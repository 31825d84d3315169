import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const packaged = '/usr/lib/postgresql';

/** Returns the `pgbench` of this machine, or null. */
export function findPgbench(): string | null {
  if (spawnSync('pgbench', ['--version']).status === 0) return 'pgbench';
  if (!existsSync(packaged)) return null;
  const found = readdirSync(packaged).map((version) => join(packaged, version, 'bin', 'pgbench'));
  return found.toSorted().findLast((path) => existsSync(path)) ?? null;
}

export interface Tpcb {
  /** Measures transactions per second for a number of clients. */
  measure(clients: number, seconds: number, protocol?: 'simple' | 'prepared'): Promise<number>;
}

/** Runs TPC-B of `pgbench` in a database of its own. */
export async function prepareTpcb(pgbench: string, socketDir: string, database: string, scale: number): Promise<Tpcb> {
  const target = ['-h', socketDir, '-p', '5432', '-U', 'candor'];
  await run(pgbench, [...target, '-i', '-q', '-s', String(scale), database]);
  return {
    async measure(clients, seconds, protocol = 'simple') {
      const load = ['-n', '-c', String(clients), '-j', '1', '-T', String(seconds), '-M', protocol];
      const { stdout } = await run(pgbench, [...target, ...load, database]);
      const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
      if (tps === undefined) throw new Error(`pgbench tells its tps, it said:\n${stdout}`);
      return Number(tps);
    },
  };
}
