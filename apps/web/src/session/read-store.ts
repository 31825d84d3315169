import { create } from 'zustand';
import { persist } from 'zustand/middleware';

const idsMax = 300;

/** What was read on this device by a visitor; an account's are kept by the server (R-CNT-03). */
export const useReadArticles = create<{ readonly ids: readonly number[] }>()(
  persist((): { readonly ids: readonly number[] } => ({ ids: [] }), { name: 'candor.read', version: 1 }),
);

/** Remembers one as read; beyond what is kept, the one read longest ago goes. */
export function keepRead(id: number): void {
  useReadArticles.setState(({ ids }) => ({ ids: [...ids.filter((one) => one !== id), id].slice(-idsMax) }));
}
