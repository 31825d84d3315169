import type { ContentPorts } from '../../ports/content-ports.ts';
import { ArticleTables } from './article-tables.ts';
import { ChoiceTables } from './choice-tables.ts';
import type { Db } from './database.ts';
import { RankingRows } from './ranking-rows.ts';

/** What companies write and users choose, as `app` reaches it. */
export function openContentTables(db: Db): ContentPorts {
  return { articles: new ArticleTables(db), choices: new ChoiceTables(db), ranking: new RankingRows(db) };
}
