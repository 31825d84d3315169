import type { ArticleStore } from './article-store.ts';
import type { ChoiceStore } from './choice-store.ts';
import type { RankingStore } from './ranking-store.ts';

/** What news, ranking and users' choices need of the world. */
export interface ContentPorts {
  readonly articles: ArticleStore;
  readonly choices: ChoiceStore;
  readonly ranking: RankingStore;
}
