import type { CompanyId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { LiabilityReader, PublishedTotal } from '../../ports/liabilities.ts';
import type { AuditResult, AuditResults } from '../../ports/nightly-audit.ts';
import { buildPlaceName } from '../../ports/served-build.ts';
import type { LogReader, LogTree } from '../../ports/transparency-log.ts';
import { keepAnswers } from './kept-answers.ts';

/** Audits and log of a company, as it publishes them. */
export interface CompanyStatus {
  /** Null before the first night. */
  readonly latest: AuditResult | null;
  /** The newest nights, at most 90, the newest first. */
  readonly nights: readonly AuditResult[];
  /** Its log up to the newest checkpoint; null before the first. */
  readonly log: PublishedLog | null;
  /** Totals owed to clients of the newest day that has any, by currency. */
  readonly totals: readonly PublishedTotal[];
  /** Entry of the log that names the running build, as far as the newest checkpoint covers it; null without one. */
  readonly buildEntry: number | null;
}

export interface PublishedLog {
  readonly origin: string;
  readonly publicKey: string;
  /** Entries that the newest checkpoint covers. */
  readonly size: number;
  readonly checkpoint: string;
}

export type PublicStatus = (companyId: CompanyId) => Promise<CompanyStatus>;

const nightsMax = 90;
const keptMs = 5_000;

/** Returns the function that reads a company's public status, at most every 5 s: anyone may ask at any rate. */
export function createPublicStatus(
  {
    audits,
    liabilities,
    logReader,
  }: { readonly audits: AuditResults; readonly liabilities: LiabilityReader; readonly logReader: LogReader },
  clock: Pick<Clock, 'monotonicMs'>,
  filesHash: string | null,
): PublicStatus {
  const read = async (companyId: CompanyId): Promise<CompanyStatus> => {
    const nights = await audits.newest(companyId, nightsMax);
    const totals = await liabilities.newest(companyId);
    const log = published(await logReader.tree(companyId));
    const names = filesHash === null ? [] : [buildPlaceName(companyId, filesHash)];
    const [place] = await logReader.places(companyId, names);
    const buildEntry = place !== undefined && place.at < (log?.size ?? 0) ? place.at : null;
    return { latest: nights[0] ?? null, nights, log, totals, buildEntry };
  };
  return keepAnswers(read, clock, keptMs);
}

function published(tree: LogTree | null): PublishedLog | null {
  if (tree === null || tree.checkpoint === null) return null;
  const { origin, publicKey, checkpointSize, checkpoint } = tree;
  return { origin, publicKey, size: checkpointSize, checkpoint };
}
