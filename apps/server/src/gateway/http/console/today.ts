import { deskCalls } from '@candor/contracts/console/desk';
import type { CompanyId } from '@candor/domain/values/ids';
import { formatMoney, toMoney } from '@candor/domain/values/money';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { Clock } from '../../../ports/clock.ts';
import type { DeskReads } from '../../../ports/desk-reads.ts';
import type { Market } from '../../../ports/market.ts';
import { type TieOut, tieOut } from '../../../services/funds/tie-out.ts';
import { addConsoleCall } from './add-console-call.ts';
import type { OfferCallDeps } from './instruments.ts';
import { KeptAnswers } from './kept-answers.ts';

export interface TodayCallDeps extends OfferCallDeps {
  readonly desk: Pick<DeskReads, 'controls'>;
  readonly clock: Clock;
  readonly caughtUp: (companyId: CompanyId) => Promise<void>;
}

type TieOutAnswer = z.infer<(typeof deskCalls)['tieOut']['answer']>;

/** All pages of a company's operators share one reading of the ledger in this time. */
const tieOutKeptMs = 5_000;
/** Maximum stale instruments that are named. */
const namedMax = 5;

/** The day's state: client money tied out to the cent (R-CON-20), prices and halts (R-CON-21). */
export function registerTodayCalls(app: FastifyInstance, deps: TodayCallDeps): void {
  const { desk, clock, caughtUp, market, offers, view } = deps;
  const read = async (companyId: CompanyId): Promise<TieOutAnswer> => {
    await caughtUp(companyId);
    const { ledgers, open } = await desk.controls(companyId);
    return toAnswer(clock.nowMs(), ledgers.map(tieOut), open);
  };
  const ties = new KeptAnswers(tieOutKeptMs, read, () => clock.monotonicMs());
  addConsoleCall(app, deps, deskCalls.tieOut, ({ company }) => ties.of(company.id));
  addConsoleCall(app, deps, deskCalls.today, async ({ company }) => {
    const { openAgeMaxMs } = view.policy(company.id);
    const open = market.specs().filter((spec) => view.isOffered(company.id, spec.id) && isOpen(market, spec.id));
    const stale = open.filter(({ id }) => market.ageMs(id) > openAgeMaxMs);
    const { rows, total } = await offers.halts(company.id, true, { offset: 0, limit: 1_000 });
    const oldest = rows.toSorted((a, b) => a.sinceMs - b.sinceMs)[0];
    return {
      feeds: {
        open: open.length,
        stale: stale.length,
        stale_symbols: stale.slice(0, namedMax).map(({ code }) => code),
      },
      halts: total,
      oldest_halt:
        oldest === undefined
          ? null
          : {
              scope: oldest.scope,
              symbol: oldest.instrumentId === null ? '' : (market.spec(oldest.instrumentId)?.code ?? ''),
              since: oldest.sinceMs,
              reason: oldest.reason,
            },
    };
  });
}

function isOpen(market: Market, id: Parameters<Market['state']>[0]): boolean {
  return market.state(id).kind === 'open';
}

function toAnswer(at: number, ledgers: readonly TieOut[], open: bigint): TieOutAnswer {
  const locked = ledgers.reduce((sum, one) => sum + one.locked, 0n);
  const apart = locked - open;
  const isBroken = ledgers.some(({ difference }) => difference !== 0n);
  return {
    at,
    ledgers: ledgers.map(toControl),
    locks: {
      ledger: formatMoney(toMoney(locked)),
      requests: formatMoney(toMoney(open)),
      difference: formatMoney(toMoney(apart)),
    },
    breaks: [...(isBroken ? (['ledger'] as const) : []), ...(apart === 0n ? [] : (['locks'] as const))],
  };
}

function toControl({ currency, ...amounts }: TieOut): TieOutAnswer['ledgers'][number] {
  const texts = Object.entries(amounts).map(([name, amount]) => [name, formatMoney(amount)]);
  return { currency, ...(Object.fromEntries(texts) as Record<keyof typeof amounts, string>) };
}
