import type { ServerPorts } from '../../ports/server-ports.ts';
import { type ArticleDeps, Articles } from './articles.ts';
import { News } from './news.ts';
import { Ranking } from './ranking.ts';

/** Creates news, announcements and the ranking. */
export function createContent(
  { articles: store, ranking, clock, work }: Pick<ServerPorts, 'articles' | 'ranking' | 'clock' | 'work'>,
  { pictures, onError }: { readonly pictures: ArticleDeps['pictures']; readonly onError: (error: Error) => void },
) {
  return {
    articles: new Articles({ store, clock, pictures, work }),
    news: new News({ store, clock, pictures, work }),
    ranking: new Ranking({ store: ranking, clock, isShown: ({ isRankingShown }) => isRankingShown, onError }),
  };
}
