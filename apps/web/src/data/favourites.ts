import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useSession } from '../session/session-store.ts';
import { api } from './api.ts';
import { adding, type Change, FavouriteList, type FavouriteState, favouritesMax, removing } from './favourite-list.ts';

export const useFavouriteState = create<FavouriteState>()(
  persist((): FavouriteState => ({ own: [], account: null, shown: null, hasFailed: false }), {
    name: 'candor.favourites',
    version: 1,
    partialize: ({ own, account }) => ({ own, account, shown: null, hasFailed: false }),
  }),
);

const favourites = new FavouriteList({
  client: api,
  accountId: () => useSession.getState().user?.id ?? null,
  read: () => useFavouriteState.getState(),
  write: (change) => useFavouriteState.setState(change),
});

export const loadFavourites = () => favourites.load();
export const changeFavourites = (change: Change) => favourites.change(change);

export function useIsFavourite(id: number): boolean {
  return useFavouriteState(({ shown }) => shown?.includes(id) === true);
}

export function hasRoomForFavourite(): boolean {
  return (useFavouriteState.getState().shown?.length ?? 0) < favouritesMax;
}

/** Adds an instrument at the end of the favourites, or removes it. */
export function toggleFavourite(id: number): Promise<void> {
  const isIn = useFavouriteState.getState().shown?.includes(id) === true;
  return changeFavourites(isIn ? removing(id) : adding(id));
}
