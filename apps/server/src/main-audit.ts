import { systemClock } from './adapters/clock/system-clock.ts';
import { AuditRows } from './adapters/postgres/audit-rows.ts';
import { CompanyRows } from './adapters/postgres/company-rows.ts';
import type { OpenDatabase } from './adapters/postgres/database.ts';
import { PostgresJournal } from './adapters/postgres/postgres-journal.ts';
import { SignInRows } from './adapters/postgres/sign-in-rows.ts';
import { ConfigError } from './config.ts';
import type { ChainHead } from './ports/audit.ts';
import { checkJournal } from './trading/check-journal.ts';

export interface ChainReport {
  readonly lines: readonly string[];
  readonly isSound: boolean;
}

/**
 * `npm run audit`: walks every company's chains of what operators did (R-OPS-04) and of sign-ins (R-SEC-12), and the
 * journal (R-LED-06). `args` may hold `--head <name>:<seq>:<hash>` as an earlier run printed them; the name is a
 * company's id, `sign-ins-<id>` or `journal`.
 * Throws ConfigError for one that is none.
 */
export async function auditChains(
  { app, core }: { readonly app: OpenDatabase; readonly core: OpenDatabase },
  args: readonly string[],
): Promise<ChainReport> {
  const kept = parseHeads(args);
  const audit = new AuditRows(app.db, systemClock);
  const { companies } = await new CompanyRows(app.db).load();
  const lines: string[] = [];
  let isSound = true;
  const tell = (name: string, { head, fault }: Checked): void => {
    if (fault !== null) isSound = false;
    const held = `${head?.seq ?? 0} entries`;
    const found =
      fault === null ? 'sound' : `ENTRY ${fault.seq} ${fault.fault === 'changed' ? 'WAS CHANGED' : 'IS MISSING'}`;
    lines.push(`${name}: ${held}, ${found}`);
    if (fault === null && head !== null && head.seq > 0)
      lines.push(`  --head ${name}:${head.seq}:${head.hash.toString('hex')}`);
  };
  for (const { id } of companies) {
    tell(String(id), await audit.check(id, kept.get(String(id)) ?? null));
    kept.delete(String(id));
  }
  const signIns = new SignInRows(app.db);
  for (const { id } of companies) {
    const name = `sign-ins-${id}`;
    tell(name, await signIns.check(id, kept.get(name) ?? null));
    kept.delete(name);
  }
  tell('journal', await checkJournal(new PostgresJournal(core.pool), kept.get('journal') ?? null));
  kept.delete('journal');
  // A chain that went as a whole, its company with it.
  for (const name of kept.keys()) tell(name, { head: null, fault: { seq: 1, fault: 'missing' } });
  return { lines, isSound };
}

interface Checked {
  readonly head: ChainHead | null;
  readonly fault: { readonly seq: number; readonly fault: 'changed' | 'missing' } | null;
}

function parseHeads(args: readonly string[]): Map<string, ChainHead> {
  const heads = new Map<string, ChainHead>();
  for (const [at, arg] of args.entries()) {
    if (arg !== '--head') continue;
    const text = args[at + 1] ?? '';
    const [, name = '', seq = '', hash = ''] =
      /^((?:sign-ins-)?\d{1,9}|journal):([1-9]\d{0,14}):([\da-f]{64})$/.exec(text) ?? [];
    if (name === '')
      throw new ConfigError(`--head ${text} is none: it reads <company or journal>:<number>:<64 hex digits>.`);
    heads.set(name, { seq: Number(seq), hash: Buffer.from(hash, 'hex') });
  }
  return heads;
}
