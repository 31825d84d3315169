import { dirname, resolve } from 'node:path';
import * as z from 'zod/mini';
import { about, FeedFileError, type FeedFileKind, readFeedFile, whole } from '../live/feed-file.ts';
import { hashOfParts, type LivePlan } from '../live/live-plan.ts';
import type { SeveralRules } from './consolidator.ts';

const config = z.strictObject({
  about,
  sources: z.array(z.string().check(z.regex(/^(websocket|fix|poll):.+$/))).check(z.minLength(2), z.maxLength(5)),
  silenceMs: z._default(whole(300, 2_000), 1_500),
  returnMs: z._default(whole(1_000, 600_000), 10_000),
  outlierBp: z._default(z.nullable(whole(1, 10_000)), null),
  outlierMs: z._default(whole(100, 10_000), 1_000),
  asideMs: z._default(whole(1_000, 3_600_000), 60_000),
  twoDisagree: z._default(z.enum(['pause', 'first']), 'pause'),
});

/** Description of several sources by the installer (docs/runbook/live-feed.md). */
export type SeveralConfig = z.infer<typeof config>;

export type LiveKind = 'websocket' | 'fix' | 'poll';

/** The file of `FEED=several:<file>` (R-MKT-42). */
const kind: FeedFileKind<SeveralConfig> = {
  kind: 'file of several sources',
  schema: config,
  expectations: {
    about: 'a text of at most 2,000 characters',
    sources: 'a list of 2 to 5 live feeds, the most trusted one first',
    'sources[]':
      'a live feed as in the setting FEED, such as "fix:provider.json"; a file is looked for beside this one',
    silenceMs: 'a whole number from 300 to 2,000',
    returnMs: 'a whole number from 1,000 to 600,000',
    outlierBp: 'null, or a whole number from 1 to 10,000',
    outlierMs: 'a whole number from 100 to 10,000',
    asideMs: 'a whole number from 1,000 to 3,600,000',
    twoDisagree: '"pause" or "first"',
  },
  fallback: 'a value of this field (docs/runbook/live-feed.md)',
  findContradiction: ({ sources }) =>
    new Set(sources).size === sources.length ? null : 'sources names one feed twice',
};

/** Reads a file of at most 256 KiB. Throws FeedFileError. */
export function readSeveralConfig(file: string): SeveralConfig {
  return readFeedFile(file, kind);
}

/** Returns the feeds that a file names, with their own files. */
export function feedsOf(
  { sources }: SeveralConfig,
  file: string,
): { readonly kind: LiveKind; readonly file: string }[] {
  return sources.map((one) => {
    const colon = one.indexOf(':');
    return { kind: one.slice(0, colon) as LiveKind, file: resolve(dirname(file), one.slice(colon + 1).trim()) };
  });
}

export interface SeveralPlan<Plan extends LivePlan = LivePlan> {
  /** Names of the sources, separated by commas. */
  readonly source: string;
  readonly storeKey: string;
  readonly rules: SeveralRules;
  readonly plans: readonly Plan[];
}

/** Longest list of names that the tick log can hold with its quotes. */
const namesBytesMax = 47;

/** Compares the plans of the sources with one another. Throws FeedFileError. */
export function planSeveral<Plan extends LivePlan>(
  { sources: _sources, about: _about, ...rules }: SeveralConfig,
  file: string,
  plans: readonly Plan[],
): SeveralPlan<Plan> {
  const refuse = (what: string) => new FeedFileError(kind.kind, file, what);
  const names = plans.map(({ source }) => source);
  const twin = names.find((name, at) => names.indexOf(name) !== at);
  if (twin !== undefined) throw refuse(`two of its feeds have the source ${twin}: a fill must name one`);
  const source = names.join(',');
  if (source.length > namesBytesMax)
    throw refuse(
      `the names of its sources have ${source.length} characters with commas, and at most ${namesBytesMax} fit`,
    );
  if (new Set(plans.map(({ isIndicative }) => isIndicative)).size > 1)
    throw refuse('some of its feeds are indicative and some are not: nobody could say which prices may be traded at');
  if (!plans.some(({ symbols }, at) => symbols.some((one) => isShared(one, plans.toSpliced(at, 1)))))
    throw refuse('no instrument has two sources');
  return { source, storeKey: `several/${hashOfParts(plans.map(({ storeKey }) => storeKey))}`, rules, plans };
}

function isShared({ instrumentId }: { readonly instrumentId: number }, others: readonly LivePlan[]): boolean {
  return others.some(({ symbols }) => symbols.some((one) => one.instrumentId === instrumentId));
}
