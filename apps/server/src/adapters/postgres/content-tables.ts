import type { ContentPorts } from '../../ports/content-ports.ts';
import { ChoiceTables } from './choice-tables.ts';
import type { Db } from './database.ts';

/** What companies write and users choose, as `app` reaches it. */
export function openContentTables(db: Db): ContentPorts {
  return { choices: new ChoiceTables(db) };
}
