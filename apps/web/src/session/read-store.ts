import { create } from 'zustand';
import { persist } from 'zustand/middleware';

const idsMax = 300;

/** Articles read by a visitor on this device; those of an account are kept by the server (R-CNT-03). */
export const useReadArticles = create<{ readonly ids: readonly number[] }>()(
  persist((): { readonly ids: readonly number[] } => ({ ids: [] }), { name: 'candor.read', version: 1 }),
);

/** Marks an article as read; beyond the limit the oldest is removed. */
export function keepRead(id: number): void {
  useReadArticles.setState(({ ids }) => ({ ids: [...ids.filter((one) => one !== id), id].slice(-idsMax) }));
}
