import * as z from 'zod/mini';
import { describeCall } from './call.ts';
import { decimalText, integerField, named, note, timeMs } from './fields.ts';

/** Newest closed orders that a journal holds at most. */
export const journalTradesMax = 2_000;

const groupFigures = { count: note('Trades.', z.number()), net: decimalText };

/** Figures of the closed orders of an account (R-JRN-03). */
const journal = named(
  'Journal',
  z.strictObject({
    currency: z.string(),
    zone: note('Time zone of hours and weekdays.', z.string()),
    is_cut: note(
      `True if there are more orders than those counted, the newest ${journalTradesMax} at most.`,
      z.boolean(),
    ),
    count: note('Closed orders; a part that was closed by itself counts as one.', z.number()),
    wins: note('Orders with a net result above zero.', z.number()),
    losses: note('Orders with a net result below zero.', z.number()),
    gross: decimalText,
    fee: decimalText,
    swap: decimalText,
    net: note('gross − fee + swap.', decimalText),
    win_rate: note(
      'Percent, with its 95 % interval (Wilson); null without orders.',
      z.nullable(z.strictObject({ rate: decimalText, low: decimalText, high: decimalText })),
    ),
    expectancy: note(
      'Mean net result, with its 95 % interval (Student), which takes two orders; null without orders.',
      z.nullable(z.strictObject({ mean: decimalText, low: z.nullable(decimalText), high: z.nullable(decimalText) })),
    ),
    profit_factor: note('Net results above zero ÷ those below; null without a loss.', z.nullable(decimalText)),
    drawdown: note(
      'Deepest fall of the curve from an earlier peak, in numbers of orders before both; null if it never falls.',
      z.nullable(z.strictObject({ depth: decimalText, peak_after: z.number(), trough_after: z.number() })),
    ),
    curve: note(
      'Sum of net results after so many orders, oldest first; of a long journal a part of the points, with both ends of the drawdown.',
      z.array(z.strictObject({ after: z.number(), time: timeMs, sum: decimalText })),
    ),
    by_instrument: z.array(z.strictObject({ forex_id: z.number(), code: z.string(), ...groupFigures })),
    by_side: z.array(z.strictObject({ type: note('1 buy, 2 sell.', z.literal([1, 2])), ...groupFigures })),
    by_hour: note('By the hour of the opening.', z.array(z.strictObject({ hour: z.number(), ...groupFigures }))),
    by_weekday: note(
      'By the weekday of the opening, 0 Sunday.',
      z.array(z.strictObject({ weekday: z.number(), ...groupFigures })),
    ),
  }),
  'Amounts with 6 decimals in the account currency.',
);
export type Journal = z.infer<typeof journal>;

const journalQuery = z.object({
  since: note('Only orders closed at this time or later.', z._default(integerField(0), 0)),
  zone: note(
    'Time zone of hours and weekdays, by its IANA name.',
    z._default(z.string().check(z.regex(/^[A-Za-z0-9_+\-/]{1,64}$/)), 'America/New_York'),
  ),
});

export const journalCalls = {
  journal: describeCall('journal', {
    summary: 'Figures of the closed orders: net curve, win rate, expectancy, drawdown, by instrument, side and time',
    who: 'session',
    weight: 10,
    input: journalQuery,
    answer: journal,
  }),
};
