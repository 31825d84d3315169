import type { ArticleStore, ChoiceStore, RankingStore } from './content.ts';

/** What news, ranking and users' choices need of the world. */
export interface ContentPorts {
  readonly articles: ArticleStore;
  readonly choices: ChoiceStore;
  readonly ranking: RankingStore;
}
