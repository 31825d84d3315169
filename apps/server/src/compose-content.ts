import type { TenantId } from '@candor/domain/values/ids';
import type { FastifyInstance } from 'fastify';
import { registerArticleCalls } from './gateway/http/console/articles.ts';
import { registerRankingCalls } from './gateway/http/console/ranking.ts';
import { registerNewsRoutes } from './gateway/http/routes/news.ts';
import { registerPreferenceRoutes } from './gateway/http/routes/preferences.ts';
import { registerRankingRoutes } from './gateway/http/routes/ranking.ts';
import type { Clock } from './ports/clock.ts';
import type { ContentPorts } from './ports/content-ports.ts';
import type { Market } from './ports/market.ts';
import type { BackgroundWork } from './ports/work.ts';
import { allowedLink } from './services/company/links.ts';
import { Articles } from './services/content/articles.ts';
import { News } from './services/content/news.ts';
import { Ranking, type RankingDeps } from './services/content/ranking.ts';
import type { Tokens } from './services/identity/tokens.ts';
import type { OperatorSessions } from './services/operators/sessions.ts';

export interface ContentDeps {
  readonly ports: ContentPorts;
  readonly clock: Clock;
  readonly market: Market;
  readonly tokens: Tokens;
  readonly sessions: OperatorSessions;
  /** Where files are served from; empty for the page's own host. */
  readonly filesOrigin: string;
  readonly onError: (error: Error) => void;
  readonly work: BackgroundWork;
}

/** Puts together what companies write and users choose, and adds its routes. */
export function composeContent(app: FastifyInstance, deps: ContentDeps): void {
  const { ports, clock, tokens, sessions, filesOrigin, work } = deps;
  const pictures = { filesOrigin, allowLink: allowedLink };
  registerArticleCalls(app, { sessions, articles: new Articles({ store: ports.articles, clock, pictures, work }) });
  registerNewsRoutes(app, { tokens, news: new News({ store: ports.articles, clock, pictures, work }) });
  const isShown: RankingDeps['isShown'] = ({ isRankingShown }) => isRankingShown;
  const ranking = new Ranking({ store: ports.ranking, clock, isShown, onError: deps.onError });
  registerRankingCalls(app, { sessions, ranking });
  registerRankingRoutes(app, { ranking, market: deps.market });
  const onRankingLeft = (companyId: TenantId, userId: number) => ranking.optedOut(companyId, userId);
  registerPreferenceRoutes(app, { choices: ports.choices, tokens, onRankingLeft });
}
