import type { CompanyId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';

const companiesMax = 200;

/** Returns the function that reads an answer for a company at most once in a time: anyone may ask at any rate. */
export function keepAnswers<Answer>(
  read: (companyId: CompanyId) => Promise<Answer>,
  clock: Pick<Clock, 'monotonicMs'>,
  keptMs: number,
): (companyId: CompanyId) => Promise<Answer> {
  const known = new Map<CompanyId, { readonly atMs: number; readonly answer: Promise<Answer> }>();
  return (companyId) => {
    const kept = known.get(companyId);
    const nowMs = clock.monotonicMs();
    if (kept !== undefined && nowMs - kept.atMs < keptMs) return kept.answer;
    if (known.size >= companiesMax) known.clear();
    const answer = read(companyId);
    known.set(companyId, { atMs: nowMs, answer });
    // Those who wait for it get a failure; the next one reads again.
    answer.catch(() => known.delete(companyId));
    return answer;
  };
}
