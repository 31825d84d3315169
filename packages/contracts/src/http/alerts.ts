import * as z from 'zod/mini';
import { describeCall } from './call.ts';
import { decimalField, decimalText, integerField, named, note, optionalClientId, timeMs } from './fields.ts';

const side = note('`bid` is the sell price, `ask` the buy price.', z.enum(['bid', 'ask']));
const when = note('At or above the price, or at or below it.', z.enum(['above', 'below']));

const kind = note(
  'What it waits for: a `price`; a move by a `percent` from the price at setting, either way; the `margin` level of the account; the `profit` of a position, swap included; the `swap` of the coming night.',
  z.enum(['price', 'percent', 'margin', 'profit', 'swap']),
);

/** An alert; each kind has the fields that it needs (R-ALR-01, R-ALR-13 to R-ALR-16). */
export const alert = named(
  'Alert',
  z.strictObject({
    id: z.number(),
    kind,
    created_at: timeMs,
    forex_id: note('Id of the instrument: `price`, `percent`, `profit`.', z.optional(z.number())),
    show_code: note('The instrument as shown, e.g. `EUR/USD`.', z.optional(z.string())),
    side: note('`price`, `percent`.', z.optional(side)),
    when: note('`price`, `profit`.', z.optional(when)),
    price: note('`price`: the level.', z.optional(decimalText)),
    percent: note('`percent`: the move. `margin`: the margin level, at or below.', z.optional(decimalText)),
    from: note('`percent`: the watched price at setting.', z.optional(decimalText)),
    order_id: note('`profit`: the open order.', z.optional(z.number())),
    amount: note('`profit`: the result. `swap`: the least cost, positive.', z.optional(decimalText)),
    check_at: note('`swap`: time of the next check.', z.optional(timeMs)),
  }),
);
export type WireAlert = z.infer<typeof alert>;

const setBody = z.object({
  kind: z._default(kind, 'price'),
  forex_id: note('`price`, `percent`: id of the instrument.', z.optional(integerField(1))),
  side: note('`price`, `percent`: the watched price.', z.optional(side)),
  when: note('`price`, `profit`.', z.optional(when)),
  price: note('`price`: the level; the watched price must not have reached it.', z.optional(decimalField)),
  percent: note(
    '`percent`: the move, 0.01 to 50. `margin`: the margin level, whole, 1 to 100000, below the present one.',
    z.optional(decimalField),
  ),
  order_id: note('`profit`: id of an open order of the account.', z.optional(integerField(1))),
  amount: note(
    '`profit`: the result, profit plus swap, in the currency of the account. `swap`: the least cost, above 0.',
    z.optional(decimalField),
  ),
  client_id: optionalClientId,
});
export type SetAlertBody = z.infer<typeof setBody>;

export const alertCalls = {
  alerts: describeCall('alerts', {
    summary: 'Alerts that have not fired, newest first',
    who: 'session',
    answer: z.strictObject({
      data: z.array(alert),
      max: note('Alerts that an account may have at a time.', z.number()),
    }),
  }),
  setAlert: describeCall('setAlert', {
    summary: 'Set an alert, which fires once, at the first quote that meets it',
    who: 'session',
    input: setBody,
    answer: alert,
    refusals: [
      'idempotencyConflict',
      'orderNotFound',
      'orderNotOpen',
      'unknownInstrument',
      'instrumentNotOffered',
      'noPrice',
      'alertReached',
      'alertMet',
      'tooManyAlerts',
    ],
  }),
  removeAlert: describeCall('removeAlert', {
    summary: 'Remove an alert that has not fired',
    who: 'session',
    input: z.object({ id: note('Id of the alert.', integerField(1)), client_id: optionalClientId }),
    answer: alert,
    refusals: ['idempotencyConflict', 'alertNotFound'],
  }),
};
