import type { CompanyId } from '@candor/domain/values/ids';
import { CompanyRows } from './adapters/postgres/company-rows.ts';
import type { OpenDatabase } from './adapters/postgres/database.ts';
import { auditAll, type FoundPart } from './open-audit.ts';
import type { ArchiveStore } from './ports/archive.ts';
import type { Clock } from './ports/clock.ts';
import {
  type AuditPart,
  type AuditResult,
  type AuditResultStore,
  type AuditState,
  auditParts,
} from './ports/nightly-audit.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Time of the day at which the audit is due, UTC. */
const dueAtMs = 2 * hourMs;
const lastsMaxMs = 6 * hourMs;

/** The audit took too long; what was compared until then proves nothing. */
class NightOverError extends Error {
  override readonly name = 'NightOverError';
}

export interface NightAuditDeps {
  readonly databases: { readonly app: OpenDatabase; readonly core: OpenDatabase };
  readonly store: ArchiveStore | null;
  readonly results: AuditResultStore;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  /** Rests between two batches, for the sake of orders. */
  readonly pause: () => Promise<void>;
}

export interface NightAudit {
  readonly results: readonly (Pick<AuditResult, 'state' | 'endedAtMs'> & { readonly companyId: CompanyId })[];
  /** Lines of the report if not everything is sound, or the reason why the audit did not finish; none if all is well. */
  readonly reasons: readonly string[];
}

/** Number of the night that a time belongs to: nights begin at 02:00 UTC. */
export function nightOf(ms: number): number {
  return Math.floor((ms - dueAtMs) / dayMs);
}

/**
 * Audits everything as `npm run audit -- --archive` does, unless that was begun since the last 02:00 UTC, and stores a
 * result for each company (R-LOG-13). Returns null if nothing is due. An audit that fails or takes longer than six hours
 * is stored as unfinished, never as good (R-LOG-15).
 */
export async function auditNight({
  databases,
  store,
  results,
  clock,
  pause,
}: NightAuditDeps): Promise<NightAudit | null> {
  const { companies } = await new CompanyRows(databases.app.db).load();
  const ids = companies.map(({ id }) => id);
  const beganAtMs = clock.nowMs();
  const last = await results.lastBeganMs(ids);
  if (last !== null && nightOf(last) >= nightOf(beganAtMs)) return null;
  const endMs = clock.monotonicMs() + lastsMaxMs;
  const rest = async () => {
    if (clock.monotonicMs() > endMs) throw new NightOverError('The audit took longer than six hours');
    await pause();
  };
  const outcome = await auditAll(databases, ['--archive'], store, { rest, night: nightOf(beganAtMs) }).catch(
    (error: Error) => error,
  );
  const endedAtMs = Math.max(beganAtMs, clock.nowMs());
  const found: NightAudit['results'][number][] = [];
  for (const { id, shard } of companies) {
    const parts = outcome instanceof Error ? [] : partsOf(outcome.parts, id, shard);
    const state: AuditState =
      outcome instanceof Error ? 'unfinished' : parts.every(({ isGood }) => isGood) ? 'good' : 'bad';
    await results.put(id, { beganAtMs, endedAtMs, state, parts });
    found.push({ companyId: id, state, endedAtMs });
  }
  if (outcome instanceof Error) return { results: found, reasons: [`${outcome.name}: ${outcome.message}`] };
  return { results: found, reasons: outcome.isSound ? [] : outcome.lines.filter((line) => !line.includes('--head')) };
}

/** Parts of a company and of its shard, one for each name. */
function partsOf(found: readonly FoundPart[], companyId: CompanyId, shard: number): AuditPart[] {
  const own = found.filter((part) => (part.companyId ?? companyId) === companyId && (part.shard ?? shard) === shard);
  return auditParts.flatMap((name) => {
    const parts = own.filter((part) => part.name === name);
    if (parts.length === 0) return [];
    const count = parts.reduce((sum, part) => sum + part.count, 0);
    return [{ name, isGood: parts.every(({ isGood }) => isGood), count }];
  });
}
