import type { TenantId } from '@candor/domain/values/ids';

/** What a user has chosen, by the wire's names; what is not there was never chosen. */
export type Chosen = Readonly<Record<string, string | boolean>>;

export interface PreferencesRecord {
  readonly chosen: Chosen;
  readonly isInRanking: boolean;
}

export interface FavouritesRecord {
  readonly ids: readonly number[];
  /** 0 before the first change. */
  readonly version: number;
}

/** What users choose for themselves, one company at a time. */
export interface ChoiceStore {
  preferences(companyId: TenantId, userId: number): Promise<PreferencesRecord>;
  /** Adds to what was chosen before; null leaves the ranking as it is. Answers how it stands then. */
  choose(companyId: TenantId, userId: number, chosen: Chosen, isInRanking: boolean | null): Promise<PreferencesRecord>;
  favourites(companyId: TenantId, userId: number): Promise<FavouritesRecord>;
  /** Puts `ids` in the place of the list. With a `version` that is not the last, nothing is changed; answers how it stands. */
  setFavourites(
    companyId: TenantId,
    userId: number,
    ids: readonly number[],
    version: number | null,
  ): Promise<FavouritesRecord & { readonly isChanged: boolean }>;
}
