import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { type Drawing, drawingsMax, keepDrawings as keepOnDevice, useChartStore } from '../session/chart-store.ts';
import { useSession } from '../session/session-store.ts';
import { api } from './api.ts';
import type { CallError } from './client.ts';
import { type AccountDrawings, DrawingSync } from './drawing-sync.ts';

type Drawings = readonly Drawing[];

const useAccountDrawings = create<{ readonly account: AccountDrawings | null }>()(
  persist(() => ({ account: null as AccountDrawings | null }), { name: 'candor.chart-drawings', version: 1 }),
);

let onRefused: (error: CallError) => void = () => {};

const sync = new DrawingSync({
  client: api,
  accountId: () => useSession.getState().user?.id ?? null,
  read: () => useAccountDrawings.getState().account,
  write: (account) => useAccountDrawings.setState({ account }),
  nowMs: Date.now,
  onRefused: (error) => onRefused(error),
});

/** Sets the listener for changes that the server has refused. */
export function onDrawingsRefused(listener: (error: CallError) => void): void {
  onRefused = listener;
}

export const loadDrawings = () => sync.load();

const none: Drawings = [];

/** Drawings of an instrument: those of the account, or of the device where the account never drew or nobody is logged in. */
export function drawingsOf(instrumentId: number): Drawings {
  const id = useSession.getState().user?.id;
  const { account } = useAccountDrawings.getState();
  const own = account !== null && account.accountId === id ? account.entries[instrumentId] : undefined;
  return own?.drawings ?? useChartStore.getState().drawings[instrumentId] ?? none;
}

/** Calls back after each change of the drawings of any instrument. */
export function onDrawings(listener: () => void): () => void {
  const leaves = [useSession, useChartStore, useAccountDrawings].map(({ subscribe }) => subscribe(() => listener()));
  return () => leaves.forEach((leave) => leave());
}

/** Stores the drawings of an instrument: of the account on its server, of a visitor on the device. */
export function keepDrawings(instrumentId: number, drawings: Drawings): void {
  const id = useSession.getState().user?.id;
  const bounded = drawings.slice(-drawingsMax);
  if (id === undefined) keepOnDevice(instrumentId, bounded);
  else void sync.keep(id, instrumentId, bounded);
}
