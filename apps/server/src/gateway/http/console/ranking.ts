import { rankingCalls } from '@candor/contracts/console/content';
import { formatMoney } from '@candor/domain/values/money';
import type { FastifyInstance } from 'fastify';
import type { Ranking } from '../../../services/content/ranking.ts';
import { invalidField, RefusalError } from '../envelope.ts';
import { toPercent } from '../routes/ranking.ts';
import { addConsoleCall, type ConsoleDeps } from './add-console-call.ts';

export interface RankingCallDeps extends ConsoleDeps {
  readonly ranking: Ranking;
}

const idMax = 2_147_483_647;

/** Participants in the ranking, and users excluded from it (R-CNT-05). */
export function registerRankingCalls(app: FastifyInstance, deps: RankingCallDeps): void {
  const { ranking } = deps;
  addConsoleCall(app, deps, rankingCalls.list, async ({ company, query }) => {
    if (query.sort !== 'id') throw invalidField('sort');
    const { page, per_page: perPage, order } = query;
    const { candidates, total } = await ranking.candidates(company.id, { page, perPage, order });
    const data = candidates.map((candidate) => ({
      id: String(candidate.userId),
      uid: candidate.uid,
      is_demo: candidate.isDemo ? 1 : 0,
      trades: candidate.trades,
      win_rate: toPercent(BigInt(candidate.wins), BigInt(candidate.trades)),
      profit: formatMoney(candidate.profit),
      is_hidden: candidate.isHidden,
    }));
    return { data, total };
  });
  for (const [call, isHidden] of [
    [rankingCalls.hide, true],
    [rankingCalls.show, false],
  ] as const)
    addConsoleCall(app, deps, call, async ({ company, operator, params, body }) => {
      const id = Number(params.id);
      const isKnown = id <= idMax && (await ranking.setHidden(company.id, operator.id, id, isHidden, body.reason));
      if (!isKnown) throw new RefusalError('userNotFound');
      return null;
    });
}
