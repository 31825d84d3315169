import * as z from 'zod/mini';
import { describeCall } from './call.ts';
import { decimalField, decimalText, integerField, named, note, optionalClientId, timeMs } from './fields.ts';

const side = note('`bid` is the sell price, `ask` the buy price.', z.enum(['bid', 'ask']));
const when = note('At or above the price, or at or below it.', z.enum(['above', 'below']));

/** A price alert (R-ALR-01). */
export const priceAlert = named(
  'PriceAlert',
  z.strictObject({
    id: z.number(),
    forex_id: note('Id of the instrument.', z.number()),
    show_code: note('The instrument as shown, e.g. `EUR/USD`.', z.string()),
    side,
    when,
    price: decimalText,
    created_at: timeMs,
  }),
);
export type PriceAlert = z.infer<typeof priceAlert>;

const setBody = z.object({
  forex_id: note('Id of the instrument.', integerField(1)),
  side,
  when,
  price: note('The level; the watched price must not have reached it.', decimalField),
  client_id: optionalClientId,
});
export type SetAlertBody = z.infer<typeof setBody>;

export const alertCalls = {
  alerts: describeCall('alerts', {
    summary: 'Price alerts that have not fired, newest first',
    who: 'session',
    answer: z.strictObject({
      data: z.array(priceAlert),
      max: note('Alerts that an account may have at a time.', z.number()),
    }),
  }),
  setAlert: describeCall('setAlert', {
    summary: 'Set a price alert, which fires once, at the first quote that reaches its level',
    who: 'session',
    input: setBody,
    answer: priceAlert,
    refusals: [
      'idempotencyConflict',
      'unknownInstrument',
      'instrumentNotOffered',
      'noPrice',
      'alertReached',
      'tooManyAlerts',
    ],
  }),
  removeAlert: describeCall('removeAlert', {
    summary: 'Remove a price alert that has not fired',
    who: 'session',
    input: z.object({ id: note('Id of the alert.', integerField(1)), client_id: optionalClientId }),
    answer: priceAlert,
    refusals: ['idempotencyConflict', 'alertNotFound'],
  }),
};
