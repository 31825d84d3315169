import { type SessionCalendar, type Sessions, sessionsOf } from '@candor/domain/calc/session-hours';
import type { TradingPolicy } from '@candor/domain/engine/rules/trading-rules';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { calendarOf } from '../apps/server/src/services/market/calendars/session-calendars.ts';

function instrument(id: number, code: string, digits: number, changes: Partial<InstrumentSpec> = {}): InstrumentSpec {
  return {
    id: id as InstrumentId,
    code,
    showCode: code,
    name: code,
    categoryId: 1,
    assetClass: 'fx-major',
    baseCurrency: code.slice(0, 3),
    quoteCurrency: code.slice(3),
    digits,
    pipTicks: 10,
    unitsPerLot: 100_000,
    lotStepE8: 1_000_000,
    lotsMin: 2,
    lotsMax: 2_000,
    leverages: [50, 100, 400],
    marginMode: 'leverage',
    marginPerLotMicros: 0n,
    feeRateE8: 700_000_000n,
    swapLongE2: -657,
    swapShortE2: 123,
    swapTripleDay: 3,
    calendar: 'forex',
    ...changes,
  };
}

const index = { baseCurrency: 'US500', quoteCurrency: 'USD', assetClass: 'index', unitsPerLot: 10 } as const;
const fixed = { marginMode: 'fixed-per-lot', marginPerLotMicros: 500_000_001n, leverages: [100] } as const;

/**
 * Pairs that convert into one another both ways, one without conversion, one with fixed margin, one without leverage.
 */
export const simSpecs: readonly InstrumentSpec[] = [
  instrument(1, 'EURUSD', 5),
  instrument(2, 'USDJPY', 3),
  instrument(3, 'EURJPY', 3),
  // Swap large enough to stop an account out overnight.
  instrument(4, 'GBPUSD', 5, { swapLongE2: -40_000, swapShortE2: 9_000 }),
  instrument(5, 'US500', 1, { ...index, ...fixed, calendar: 'breaks' }),
  instrument(6, 'USDCHF', 5),
  instrument(7, 'BTCUSD', 2, {
    assetClass: 'crypto',
    unitsPerLot: 1,
    calendar: 'always',
    lotsMin: 1,
    swapTripleDay: null,
    swapLongE2: -2_500_000,
    swapShortE2: -1_200_000,
  }),
  instrument(8, 'AUDUSD', 5, { leverages: [] }),
];

/** The same instruments, with a fee that an account can pay under either fee type. */
export function specsFor(feeType: TradingPolicy['feeType']): readonly InstrumentSpec[] {
  if (feeType === 'per-lot') return simSpecs;
  return simSpecs.map((spec) => ({ ...spec, feeRateE8: 7_000n }));
}

export const startPrices: ReadonlyMap<number, number> = new Map([
  [1, 115_283],
  [2, 148_210],
  [3, 170_860],
  [4, 131_240],
  [5, 61_234],
  [6, 80_120],
  [7, 9_120_345],
  [8, 65_400],
]);

const calendars: Readonly<Record<string, SessionCalendar>> = {
  forex: calendarOf('fx', 'real'),
  // Sessions of currencies, with an hour's break each day.
  breaks: {
    ...calendarOf('fx', 'real'),
    name: 'breaks',
    windows: [0, 1, 2, 3, 4].map((day) => [day * 1_440 + 18 * 60, (day + 1) * 1_440 + 17 * 60] as const),
  },
};

/** The product's sessions, compared with the auditor's own calendar. */
export function simSessions(): Sessions {
  return sessionsOf((id) => calendars[simSpecs.find((spec) => spec.id === id)?.calendar ?? ''] ?? null);
}

/** Maximum leap of one quote, in 10⁻⁴ of the price. */
export const deviationLimitBp = 100;

export function simPolicy(feeType: TradingPolicy['feeType']): TradingPolicy {
  return {
    feeType,
    ordersMax: 12,
    marginCallPercent: 100,
    stopOutPercent: 50,
    leverageCaps: {},
    openAgeMaxMs: 5_000,
    closeAgeMaxMs: 10_000,
  };
}

export const firstOrderId = 8_000_001;
