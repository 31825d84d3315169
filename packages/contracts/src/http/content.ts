import * as z from 'zod/mini';
import type { Language } from '../languages.ts';
import { integerField } from './fields.ts';
import type { DecimalText } from './market.ts';

/** 1 news, 2 announcements. */
export type NewsCategory = 1 | 2;

/**
 * The announcement that every company with countries it does not serve has, worked out from its jurisdiction profile
 * and settings rather than written: always first among the announcements, and without a time (`created_at` 0).
 */
export const countriesAnnouncementId = 0;

export interface NewsRow {
  /** `countriesAnnouncementId` for the one that is worked out. */
  id: number;
  category_id: NewsCategory;
  title: string;
  desc: string;
  /** Https or of the company's own hosts; empty where there is none. */
  logo: string;
  /** When it was published; 0 for what has no time. */
  created_at: number;
  is_pinned: boolean;
  /** Null for a visitor, who keeps on the device what he has read. */
  is_unread: boolean | null;
  /** The language its text is in: the reader's, or `en`, `hk`, or the first there is. */
  language: Language;
}

/** GET /api/news/list: pinned ones first, then the newest. */
export interface NewsList {
  data: NewsRow[];
  total: number;
  /** How many of the whole category are unread; null for a visitor. */
  unread: number | null;
}

/** GET /api/news/info. */
export interface NewsArticle extends NewsRow {
  /** HTML, sanitised when it was saved and again when it was asked for (R-CNT-02). */
  content: string;
}

/** One line of the ranking, from closed orders alone (R-RANK-01). Rates are percent with 2 decimals, `"12.34"`. */
export interface RankingEntry {
  rank: number;
  /** Masked: the first letter of the mail address, where there is one, and the last three digits of the uid. */
  user: string;
  /** 1 = a demo account, and labelled so. */
  is_demo: 0 | 1;
  /** The leverage that most of the three weeks' orders had. */
  multiple: number;
  /** The instrument that most of the three weeks' orders were in. */
  code: string;
  /** `three_week_profit` ÷ (balance when the 21 days began + what was paid in since). */
  three_week_rate: DecimalText;
  /** Part of the orders closed in the last 21 days that earned more than nothing after fee and swap. */
  three_week_win: DecimalText;
  /** What the orders closed in the last 21 days earned, less fees and swaps, in the account currency. */
  three_week_profit: DecimalText;
  /** What trading has earned in all, less fees and swaps ÷ all that was ever paid in. */
  total_rate: DecimalText;
  /** Orders closed in all. */
  total_trade_num: number;
}

/** GET /api/follow/list: at most 100, best `three_week_rate` first; who has closed fewer than 10 orders in the 21 days is not in it. */
export interface RankingList {
  data: RankingEntry[];
  total: number;
  /** Whether the company shows its ranking; without it `data` is empty. */
  is_shown: boolean;
  /** When it was worked out; 0 when it is not shown. */
  at: number;
}

export const rankedTradesMin = 10;

/** GET and POST /api/user/preferences. Null: never chosen, so that the device's own setting holds. */
export interface Preferences {
  theme: 'light' | 'dark' | 'system' | null;
  chart_colours: 'blue-red' | 'green-red' | 'red-green' | null;
  chart_zone: 'new-york' | 'device' | 'utc' | null;
  text_size: 'small' | 'normal' | 'large' | 'larger' | null;
  confirm_orders: boolean | null;
  position_lines: boolean | null;
  hollow_candles: boolean | null;
  /** Whether the user wants to stand in the ranking; never without having said so. */
  ranking_opt_in: boolean;
}

/** GET and POST /api/user/favourites: instruments in the user's own order. */
export interface Favourites {
  ids: number[];
  /** 0 when there never were any; grows with each change. */
  version: number;
}

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
  category_id: z.pipe(integerField(1, 2), z.custom<NewsCategory>()),
  page: z._default(integerField(1, 100_000), 1),
});
export const newsInfoQuery = z.object({ id: integerField(0, idMax) });
/** POST /api/news/read: these have been read; ids that are not shown are passed over. */
export const newsReadBody = z.object({ ids: idsField(integerField(0, idMax), 1, 100) });

export const rankingQuery = z.object({ page: z._default(integerField(1, 100_000), 1) });

/** What is left out stays as it is. */
export const preferencesBody = z.object({
  theme: z.optional(z.enum(['light', 'dark', 'system'])),
  chart_colours: z.optional(z.enum(['blue-red', 'green-red', 'red-green'])),
  chart_zone: z.optional(z.enum(['new-york', 'device', 'utc'])),
  text_size: z.optional(z.enum(['small', 'normal', 'large', 'larger'])),
  confirm_orders: z.optional(booleanField),
  position_lines: z.optional(booleanField),
  hollow_candles: z.optional(booleanField),
  ranking_opt_in: z.optional(booleanField),
});

/** The list as it shall be. With `version`, refused by versionChanged (and the list as it is) where another device was faster. */
export const favouritesBody = z.object({
  ids: idsField(integerField(1, idMax), 0, 200),
  version: z.optional(integerField(0)),
});
