import * as z from 'zod/mini';
import { describeCall } from './call.ts';
import { chartDrawings, chartDrawingsBody, drawnInstrument } from './chart-drawings.ts';
import { chartTemplates, chartTemplatesBody } from './chart-templates.ts';
import { language } from './company.ts';
import { decimalText, flag, integerField, named, note, pageField, timeMs } from './fields.ts';

/** 1 news, 2 announcements. */
const newsCategory = z.literal([1, 2]);
export type NewsCategory = z.infer<typeof newsCategory>;

const rowFields = {
  id: note('0 for the announcement of countries that are not served.', z.number()),
  category_id: note('1 news, 2 announcements.', newsCategory),
  title: z.string(),
  desc: z.string(),
  logo: note('Https or of a host of the company; empty for none.', z.string()),
  created_at: note('Time of publication; 0 for none.', timeMs),
  is_pinned: z.boolean(),
  is_unread: note('Null for visitors: the device keeps what they have read.', z.nullable(z.boolean())),
  language: note('Language of the text: that of the request, or `en`, `hk`, or the first there is.', language),
};
const newsRow = named('NewsRow', z.strictObject(rowFields));
export type NewsRow = z.infer<typeof newsRow>;

const newsList = named(
  'NewsList',
  z.strictObject({
    data: note('Pinned ones first, then the newest.', z.array(newsRow)),
    total: z.number(),
    unread: note('Unread ones of the whole category; null for visitors.', z.nullable(z.number())),
  }),
);
export type NewsList = z.infer<typeof newsList>;

const newsArticle = named(
  'NewsArticle',
  z.strictObject({ ...rowFields, content: note('Sanitised HTML (R-CNT-02).', z.string()) }),
);
export type NewsArticle = z.infer<typeof newsArticle>;

/** One line of the ranking, from closed orders alone (R-RANK-01). Rates are percent with 2 decimals, `"12.34"`. */
const rankingEntry = named(
  'RankingEntry',
  z.strictObject({
    rank: z.number(),
    user: note('Masked: the first letter of the mail address, and the last three digits of the uid.', z.string()),
    is_demo: flag,
    multiple: note('The most frequent leverage of the last 21 days.', z.number()),
    code: note('The most frequent instrument of the last 21 days.', z.string()),
    three_week_rate: note('Profit of 21 days ÷ (balance at their start + deposits since), percent.', decimalText),
    three_week_win: note(
      'Share of the orders closed in 21 days with a profit after fee and swap, percent.',
      decimalText,
    ),
    three_week_profit: note('Profit of the orders closed in 21 days, less fees and swaps.', decimalText),
    total_rate: note('Profit of all orders, less fees and swaps ÷ all deposits, percent.', decimalText),
    total_trade_num: note('Orders closed.', z.number()),
  }),
);
export type RankingEntry = z.infer<typeof rankingEntry>;

const rankingList = named(
  'RankingList',
  z.strictObject({
    data: z.array(rankingEntry),
    total: z.number(),
    is_shown: note('False where the company shows no ranking; `data` is empty then.', z.boolean()),
    at: note('Time of the calculation; 0 when it is not shown.', timeMs),
  }),
);
export type RankingList = z.infer<typeof rankingList>;

const theme = z.enum(['light', 'dark', 'system']);
const chartColours = z.enum(['blue-red', 'green-red', 'red-green']);
const chartZone = z.enum(['new-york', 'device', 'utc']);
const textSize = z.enum(['small', 'normal', 'large', 'larger']);

/** Settings of a user. Null: never chosen, the setting of the device applies. */
const preferences = named(
  'Preferences',
  z.strictObject({
    theme: z.nullable(theme),
    chart_colours: z.nullable(chartColours),
    chart_zone: z.nullable(chartZone),
    text_size: z.nullable(textSize),
    confirm_orders: z.nullable(z.boolean()),
    position_lines: z.nullable(z.boolean()),
    hollow_candles: z.nullable(z.boolean()),
    ranking_opt_in: note('False until the user has agreed to be ranked.', z.boolean()),
  }),
  'Null: never chosen, the setting of the device applies.',
);
export type Preferences = z.infer<typeof preferences>;

const favourites = named(
  'Favourites',
  z.strictObject({
    ids: note('Instruments in the order of the user.', z.array(z.number())),
    version: note('0 before the first change; grows with each.', z.number()),
  }),
);
export type Favourites = z.infer<typeof favourites>;

const booleanField = z.union([
  z.boolean(),
  z.pipe(
    z.enum(['true', 'false']),
    z.transform((text) => text === 'true'),
  ),
]);
const idMax = 2_147_483_647;

/** Ids as JSON, or as a form has them: `1,2,3`. Each once. */
function idsField(id: ReturnType<typeof integerField>, min: number, max: number) {
  const fromText = z.pipe(
    z.string().check(z.maxLength(4_000)),
    z.transform((text: string): (string | number)[] => text.split(',').filter((part) => part !== '')),
  );
  const ids = z.array(id).check(
    z.minLength(min),
    z.maxLength(max),
    z.refine((values) => new Set(values).size === values.length),
  );
  return z.union([ids, z.pipe(fromText, ids)]);
}

export const newsListQuery = z.object({
  category_id: note('1 news, 2 announcements.', z.pipe(integerField(1, 2), z.custom<NewsCategory>())),
  page: pageField,
});
/** Ids that are not shown are ignored. */
export const newsReadBody = z.object({ ids: idsField(integerField(0, idMax), 1, 100) });

/** A field that is left out stays as it is. */
export const preferencesBody = z.object({
  theme: z.optional(theme),
  chart_colours: z.optional(chartColours),
  chart_zone: z.optional(chartZone),
  text_size: z.optional(textSize),
  confirm_orders: z.optional(booleanField),
  position_lines: z.optional(booleanField),
  hollow_candles: z.optional(booleanField),
  ranking_opt_in: z.optional(booleanField),
});

export const favouritesBody = z.object({
  ids: note('The whole list.', idsField(integerField(1, idMax), 0, 200)),
  version: note(
    'The version that was changed: refused by `versionChanged`, with the list in `data`, where another device was faster.',
    z.optional(integerField(0)),
  ),
});

export const contentCalls = {
  news: describeCall('news', {
    summary: 'News or announcements, page by page',
    who: 'anybody',
    input: newsListQuery,
    answer: newsList,
  }),
  article: describeCall('article', {
    summary: 'One article in full',
    who: 'anybody',
    input: z.object({ id: integerField(0, idMax) }),
    answer: newsArticle,
    refusals: ['contentNotFound'],
  }),
  markNewsRead: describeCall('markNewsRead', {
    summary: 'Mark articles as read',
    who: 'session',
    input: newsReadBody,
  }),
  ranking: describeCall('ranking', {
    summary: 'The ranking: at most 100 accounts, best three-week rate first',
    who: 'anybody',
    input: z.object({ page: pageField }),
    answer: rankingList,
  }),
  preferences: describeCall('preferences', {
    summary: 'Settings of the user',
    who: 'session',
    answer: preferences,
  }),
  savePreferences: describeCall('savePreferences', {
    summary: 'Change settings of the user',
    who: 'session',
    input: preferencesBody,
    answer: preferences,
  }),
  favourites: describeCall('favourites', {
    summary: 'Favourite instruments of the user',
    who: 'session',
    answer: favourites,
  }),
  saveFavourites: describeCall('saveFavourites', {
    summary: 'Replace the favourite instruments of the user',
    who: 'session',
    input: favouritesBody,
    answer: favourites,
    refusals: ['versionChanged'],
  }),
  chartTemplates: describeCall('chartTemplates', {
    summary: 'Templates of chart indicators of the user',
    who: 'session',
    answer: chartTemplates,
  }),
  saveChartTemplates: describeCall('saveChartTemplates', {
    summary: 'Replace the templates of chart indicators of the user',
    who: 'session',
    input: chartTemplatesBody,
    answer: chartTemplates,
    refusals: ['versionChanged'],
  }),
  chartDrawings: describeCall('chartDrawings', {
    summary: 'Drawings of the user on charts, by instrument',
    who: 'session',
    answer: chartDrawings,
  }),
  saveChartDrawings: describeCall('saveChartDrawings', {
    summary: 'Replace the drawings of the user on one instrument, unless later ones are stored',
    who: 'session',
    input: chartDrawingsBody,
    answer: drawnInstrument,
    refusals: ['tooManyDrawings'],
  }),
};
