import * as z from 'zod/mini';
import { integerField, named, note } from './fields.ts';

/** Most templates of an account, and most characters of a name. */
export const templatesMax = 20;
export const templateNameMax = 40;
const indicatorsMax = 10;
const valuesMax = 8;
const coloursMax = 4;

/**
 * One indicator as the app draws it. The server keeps it within these bounds and gives it no meaning: a version of the
 * app leaves out kinds that it does not know, and reads values within bounds of its own.
 */
const chartIndicator = named(
  'ChartIndicator',
  z.strictObject({
    kind: note('Abbreviation, e.g. `MA`, `RSI`.', z.string().check(z.regex(/^[A-Z]{2,12}$/))),
    values: note('Its parameters, in the order of the app.', z.array(z.number()).check(z.maxLength(valuesMax))),
    source: note('Price of which it is calculated, e.g. `close`.', z.string().check(z.regex(/^[a-z0-9]{2,8}$/))),
    colours: note(
      'Places in the palette, from 1.',
      z.array(z.number().check(z.int(), z.gte(1), z.lte(coloursMax))).check(z.maxLength(coloursMax)),
    ),
    is_hidden: z.boolean(),
  }),
);

const chartTemplate = named(
  'ChartTemplate',
  z.strictObject({
    name: note(
      'Without spaces around it; distinct among the templates of a user, whatever the case of its letters.',
      z.string().check(z.regex(/^\S(?:.*\S)?$/u), z.maxLength(templateNameMax)),
    ),
    is_default: note('True for the one that a new chart begins with; at most one.', z.boolean()),
    indicators: z.array(chartIndicator).check(z.maxLength(indicatorsMax)),
  }),
);
export type ChartTemplate = z.infer<typeof chartTemplate>;

export const chartTemplates = named(
  'ChartTemplates',
  z.strictObject({
    templates: note('In the order of the user.', z.array(chartTemplate)),
    version: note('0 before the first change; grows with each.', z.number()),
  }),
);
export type ChartTemplates = z.infer<typeof chartTemplates>;

export const chartTemplatesBody = z.object({
  templates: note(
    `The whole list, at most ${templatesMax}.`,
    z.array(chartTemplate).check(
      z.maxLength(templatesMax),
      z.refine((all) => new Set(all.map(({ name }) => name.toLowerCase())).size === all.length),
      z.refine((all) => all.filter((one) => one.is_default).length <= 1),
    ),
  ),
  version: note(
    'The version that was changed: refused by `versionChanged`, with the list in `data`, where another device was faster.',
    integerField(0),
  ),
});
