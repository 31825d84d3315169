import type { Generated } from 'kysely';

/** Tables of what users choose; bigint columns arrive as text. */
export interface ContentSchema {
  user_preferences: PreferencesTable;
  user_favourites: FavouritesTable;
}

export interface PreferencesTable {
  company_id: number;
  user_id: number;
  chosen: unknown;
  is_in_ranking: Generated<boolean>;
}

export interface FavouritesTable {
  company_id: number;
  user_id: number;
  instrument_ids: number[];
  version: number;
}
