import * as z from 'zod/mini';
import { integerField, named, note, timeMs } from './fields.ts';

/** Most drawings of one instrument, of a user in all, and most instruments with drawings. */
export const drawingsMax = 40;
export const drawingsInAllMax = 400;
export const drawnInstrumentsMax = 60;
const pointsMax = 8;
const coloursMax = 4;

/** One drawing as the app draws it. The server keeps it within these bounds and gives it no meaning. */
const chartDrawing = named(
  'ChartDrawing',
  z.strictObject({
    id: note('Distinct among the drawings of the instrument.', z.string().check(z.regex(/^[\w-]{1,64}$/))),
    tool: note('Name of the tool, e.g. `segment`.', z.string().check(z.regex(/^[A-Za-z]{2,32}$/))),
    points: z
      .array(z.strictObject({ time: timeMs, price: z.number().check(z.gte(-1e12), z.lte(1e12)) }))
      .check(z.minLength(1), z.maxLength(pointsMax)),
    colour: note(
      'Place in the palette, from 1; absent for the colour of the text.',
      z.optional(z.number().check(z.int(), z.gte(1), z.lte(coloursMax))),
    ),
  }),
);

export const drawnInstrument = named(
  'DrawnInstrument',
  z.strictObject({
    forex_id: z.number(),
    at: note('Time of the last change, by the clock of the device that made it, at most that of the server.', timeMs),
    drawings: note('Empty once all are removed.', z.array(chartDrawing)),
  }),
);
export type DrawnInstrument = z.infer<typeof drawnInstrument>;

export const chartDrawings = named('ChartDrawings', z.strictObject({ instruments: z.array(drawnInstrument) }));

export const chartDrawingsBody = z.object({
  forex_id: note('Id of the instrument.', integerField(1, 2 ** 31 - 1)),
  at: note('Time of the change. An earlier one than that of the stored drawings changes nothing.', integerField(0)),
  drawings: note(
    `All drawings of the instrument, at most ${drawingsMax}.`,
    z.array(chartDrawing).check(
      z.maxLength(drawingsMax),
      z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length),
    ),
  ),
});
