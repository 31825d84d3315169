import { CandleCascade } from '@candor/domain/calc/candle';
import { measureRounds, median, nsPerTurn, type Size, type Suite, toFigure } from './figure.ts';

// Folds a replay into candles of 60 instruments × 6 periods (R-MKT-10).

const plans: Record<Size, { ticks: number; rounds: number }> = {
  full: { ticks: 6_000_000, rounds: 5 },
  tiny: { ticks: 6_000, rounds: 1 },
};
const instruments = 60;
const everyMs = 250;

export const candleFolding: Suite = {
  name: 'candle-folding',
  figureNames: () => ['ticks folded into 60 × 6 candles'],
  async run(size) {
    const { ticks, rounds } = plans[size];
    const bids = new Float64Array(4_096).map((_, index) => 110_000 + ((index * 7_919) % 97));
    const bare = measureRounds(rounds, () => (1e9 / nsPerTurn(1, () => sumOf(bids, ticks))) * ticks);
    const folded = measureRounds(rounds, () => {
      const cascades = Array.from({ length: instruments }, () => new CandleCascade());
      const ns = nsPerTurn(ticks, (turn) => {
        const cascade = cascades[turn % instruments] as CandleCascade;
        cascade.fold(bids[turn & 4_095] as number, 1_700_000_000_000 + Math.floor(turn / instruments) * everyMs);
      });
      if (cascades[0]?.forming('1day') === null) throw new Error('The day has a candle');
      return 1e9 / ns;
    });
    return [toFigure('ticks folded into 60 × 6 candles', '1/s', folded, { 'summing the same prices': median(bare) })];
  },
};

let sink = 0;

function sumOf(bids: Float64Array, ticks: number): void {
  for (let turn = 0; turn < ticks; turn += 1) sink += bids[turn & 4_095] as number;
}
