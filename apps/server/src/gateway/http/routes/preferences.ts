import { type Favourites, favouritesBody, type Preferences, preferencesBody } from '@candor/contracts/http/content';
import type { TenantId } from '@candor/domain/values/ids';
import type { FastifyInstance } from 'fastify';
import type { ChoiceStore, Chosen, FavouritesRecord, PreferencesRecord } from '../../../ports/content.ts';
import type { Tokens } from '../../../services/identity/tokens.ts';
import { requireSession } from '../authenticate.ts';
import { RefusalError, sendOk } from '../envelope.ts';
import { parseInput } from '../parse.ts';

export interface PreferenceRouteDeps {
  readonly choices: ChoiceStore;
  readonly tokens: Tokens;
  /** Told as soon as it is stored that a user no longer wants to be ranked. */
  readonly onRankingLeft: (companyId: TenantId, userId: number) => Promise<void>;
}

/** What a user has chosen, a demo too, so that another device of his finds it (R-CNT-06). */
export function registerPreferenceRoutes(
  app: FastifyInstance,
  { choices, tokens, onRankingLeft }: PreferenceRouteDeps,
): void {
  app.get('/api/user/preferences', async (request, reply) => {
    const { user } = await requireSession(tokens, request);
    return sendOk(request, reply, toPreferences(await choices.preferences(user.companyId, user.id)));
  });
  app.post('/api/user/preferences', async (request, reply) => {
    const { user } = await requireSession(tokens, request);
    const { ranking_opt_in: isInRanking = null, ...given } = parseInput(preferencesBody, request.body);
    const named = Object.entries(given).filter(([, value]) => value !== undefined);
    const chosen = Object.fromEntries(named) as Chosen;
    const preferences = toPreferences(await choices.choose(user.companyId, user.id, chosen, isInRanking));
    if (isInRanking === false) await onRankingLeft(user.companyId, user.id);
    return sendOk(request, reply, preferences);
  });
  app.get('/api/user/favourites', async (request, reply) => {
    const { user } = await requireSession(tokens, request);
    return sendOk(request, reply, toFavourites(await choices.favourites(user.companyId, user.id)));
  });
  app.post('/api/user/favourites', async (request, reply) => {
    const { user } = await requireSession(tokens, request);
    const { ids, version = null } = parseInput(favouritesBody, request.body);
    const { isChanged, ...now } = await choices.setFavourites(user.companyId, user.id, ids, version);
    if (!isChanged) throw new RefusalError('versionChanged', { data: toFavourites(now) });
    return sendOk(request, reply, toFavourites(now));
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
