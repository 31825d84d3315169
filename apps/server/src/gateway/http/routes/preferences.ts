import type { ChartTemplates } from '@candor/contracts/http/chart-templates';
import { contentCalls, type Favourites, type Preferences } from '@candor/contracts/http/content';
import type { CompanyId } from '@candor/domain/values/ids';
import type { FastifyInstance } from 'fastify';
import type {
  ChoiceStore,
  Chosen,
  FavouritesRecord,
  PreferencesRecord,
  TemplatesRecord,
} from '../../../ports/content.ts';
import type { Tokens } from '../../../services/identity/tokens.ts';
import { RefusalError } from '../envelope.ts';
import { registerCall } from '../register-call.ts';

export interface PreferenceRouteDeps {
  readonly choices: ChoiceStore;
  readonly tokens: Tokens;
  /** Called once a user's opt-out of the ranking is stored. */
  readonly onRankingLeft: (companyId: CompanyId, userId: number) => Promise<void>;
}

/** Registers settings, favourites and chart templates of a user, demo or real, for all devices (R-CNT-06). */
export function registerPreferenceRoutes(
  app: FastifyInstance,
  { choices, tokens, onRankingLeft }: PreferenceRouteDeps,
): void {
  registerCall(app, { tokens }, contentCalls.preferences, async ({ session: { user } }) =>
    toPreferences(await choices.preferences(user.companyId, user.id)),
  );
  registerCall(app, { tokens }, contentCalls.savePreferences, async ({ session: { user }, input }) => {
    const { ranking_opt_in: isInRanking = null, ...given } = input;
    const named = Object.entries(given).filter(([, value]) => value !== undefined);
    const chosen = Object.fromEntries(named) as Chosen;
    const preferences = toPreferences(await choices.choose(user.companyId, user.id, chosen, isInRanking));
    if (isInRanking === false) await onRankingLeft(user.companyId, user.id);
    return preferences;
  });
  registerCall(app, { tokens }, contentCalls.favourites, async ({ session: { user } }) =>
    toFavourites(await choices.favourites(user.companyId, user.id)),
  );
  registerCall(app, { tokens }, contentCalls.saveFavourites, async ({ session: { user }, input }) => {
    const { ids, version = null } = input;
    const { isChanged, ...now } = await choices.setFavourites(user.companyId, user.id, ids, version);
    if (!isChanged) throw new RefusalError('versionChanged', { data: toFavourites(now) });
    return toFavourites(now);
  });
  registerCall(app, { tokens }, contentCalls.chartTemplates, async ({ session: { user } }) =>
    toTemplates(await choices.templates(user.companyId, user.id)),
  );
  registerCall(app, { tokens }, contentCalls.saveChartTemplates, async ({ session: { user }, input }) => {
    const { templates, version } = input;
    const { isChanged, ...now } = await choices.setTemplates(user.companyId, user.id, templates, version);
    if (!isChanged) throw new RefusalError('versionChanged', { data: toTemplates(now) });
    return toTemplates(now);
  });
}

const nothingChosen: Preferences = {
  theme: null,
  chart_colours: null,
  chart_zone: null,
  text_size: null,
  confirm_orders: null,
  position_lines: null,
  hollow_candles: null,
  ranking_opt_in: false,
};

function toPreferences({ chosen, isInRanking }: PreferencesRecord): Preferences {
  return { ...nothingChosen, ...chosen, ranking_opt_in: isInRanking };
}

function toFavourites({ ids, version }: FavouritesRecord): Favourites {
  return { ids: [...ids], version };
}

/** Only templates that the contract has checked are stored. */
function toTemplates({ templates, version }: TemplatesRecord): ChartTemplates {
  return { templates: templates as ChartTemplates['templates'], version };
}
