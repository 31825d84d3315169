import { dashboardCalls } from '@candor/contracts/console/market';
import type { CompanyId } from '@candor/domain/values/ids';
import { formatMoney, toMoney } from '@candor/domain/values/money';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../ports/clock.ts';
import type { ConsoleReads, DayFigures } from '../../../ports/console-reads.ts';
import type { FundsHistory } from '../../../ports/funds.ts';
import type { ServerPorts } from '../../../ports/server-ports.ts';
import { addConsoleCall, type ConsoleDeps } from './add-console-call.ts';

/** Period over which payout times are measured. */
const payoutTimesMs = 30 * 24 * 3_600_000;

/** Figures of real accounts by day in New York, and current totals, all from the ledger and the receipts. */
export function registerDashboardCalls(
  app: FastifyInstance,
  deps: ConsoleDeps & {
    readonly reads: ConsoleReads;
    readonly funds: Pick<FundsHistory, 'payoutTimes'>;
    readonly sms: Pick<ServerPorts, 'smsUse' | 'smsLimits'>;
    readonly clock: Clock;
    readonly caughtUp: (companyId: CompanyId) => Promise<void>;
  },
): void {
  const { reads, funds, sms, clock, caughtUp } = deps;
  addConsoleCall(app, deps, dashboardCalls.days, async ({ company, query }) => {
    await caughtUp(company.id);
    const days = await reads.days(company.id, query.days, clock.nowMs());
    const standing = await reads.standing(company.id);
    const today = await sms.smsUse.today(company.id, clock.nowMs());
    const { p90Ms } = await funds.payoutTimes(company.id, clock.nowMs() - payoutTimesMs);
    return {
      days: days.map(toDay),
      waiting: standing.waiting,
      now: {
        users: standing.users,
        open_orders: standing.openOrders,
        client_money: formatMoney(standing.clientMoney),
        locked: formatMoney(standing.locked),
        oldest_withdrawal_at: standing.oldestWithdrawalMs,
        p90_ms: p90Ms,
      },
      sms: {
        used: today.used,
        limit: sms.smsLimits.company,
        refused: today.refused,
        country_limit: sms.smsLimits.country,
        countries: [...today.countries],
      },
    };
  });
}

/** Returns the row of a day; income is fees, swap and clients' losses, less the cover of negative balances. */
function toDay(day: DayFigures) {
  const { tradeFees, withdrawalFees, swap, profitAndLoss, negativeBalances } = day;
  return {
    day: day.day,
    deposits: formatMoney(day.deposits),
    deposit_count: day.depositCount,
    withdrawals: formatMoney(day.withdrawals),
    withdrawal_count: day.withdrawalCount,
    active_traders: day.activeTraders,
    new_users: day.newUsers,
    orders: day.orders,
    lots: day.lots,
    volume_usd: day.volumeUsd,
    fees: formatMoney(toMoney(tradeFees + withdrawalFees)),
    swap: formatMoney(swap),
    client_profit: formatMoney(toMoney(-profitAndLoss)),
    revenue: formatMoney(toMoney(tradeFees + withdrawalFees + swap + profitAndLoss + negativeBalances)),
  };
}
