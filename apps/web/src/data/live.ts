import type { ServerMessage } from '@candor/contracts/ws/messages';
import type { Period } from '@candor/domain/values/period';
import { useEffect } from 'react';
import { create } from 'zustand';
import { useSession } from '../session/session-store.ts';
import { useSettings } from '../session/settings-store.ts';
import { acceptTradeLine } from './account.ts';
import { expireSession, onCallOverSocket } from './api.ts';
import { apiOrigin, socketUrl } from './host.ts';
import { type Candle, toCandle } from './instruments.ts';
import { acceptNotice, toNotice } from './notices.ts';
import { listsAge, queryClient } from './queries.ts';
import { quotes } from './quotes.ts';
import type { SocketStatus } from './socket-client.ts';
import { SocketClient } from './socket-client.ts';
import { TradingOutage } from './trading-outage.ts';

/** State of the connection. `lost`: prices no longer move, and screens must say so and refuse to deal on them. */
export type Connection = 'connecting' | 'live' | 'lost';

/** A reconnect within this time is not shown. */
const lostAfterMs = 900;
const firstConnectMs = 4_000;
const hoursAskedWithinMs = 5_000;

export const useConnection = create<{ readonly state: Connection }>()(() => ({ state: 'connecting' }));

/** `isPaused`: orders are not carried out and figures of the account are frozen, while prices may move (R-SCR-25). */
export const useTrading = create<{ readonly isPaused: boolean }>()(() => ({ isPaused: false }));

type CandleListener = (candle: Candle) => void;
const candleListeners = new Map<string, Set<CandleListener>>();
const closedListeners = new Set<(ids: readonly number[]) => void>();
const openedListeners = new Set<() => void>();
let lostTimer: ReturnType<typeof setTimeout> | undefined;
let wasOpen = false;

const outage = new TradingOutage({ onPaused: (isPaused) => useTrading.setState({ isPaused }), onOver: wake });

export const socket = new SocketClient({
  create: (language) => new WebSocket(socketUrl(apiOrigin(new URL(location.href)), language)),
  language: () => useSettings.getState().language,
  token: () => useSession.getState().token,
  onMessage: route,
  onStatus,
  onSessionExpired: expireSession,
});

function onStatus(status: SocketStatus): void {
  if (status === 'open') {
    clearTimeout(lostTimer);
    lostTimer = undefined;
    const wasLost = useConnection.getState().state === 'lost';
    useConnection.setState({ state: 'live' });
    if (wasOpen || wasLost) wake();
    wasOpen = true;
    return;
  }
  if (status === 'idle' || lostTimer !== undefined) return;
  lostTimer = setTimeout(() => useConnection.setState({ state: 'lost' }), wasOpen ? lostAfterMs : firstConnectMs);
}

function route(message: ServerMessage): void {
  switch (message.type) {
    case 'DAY_MARKET':
      if (quotes.acceptLines(message.params)) askForHours();
      return;
    case 'KLINE': {
      const { forex_id, period, candle } = message.params;
      for (const listener of candleListeners.get(`${forex_id} ${period}`) ?? []) listener(toCandle(candle));
      return;
    }
    case 'FOREX_TRADE':
      acceptTradeLine(message.params);
      listsAge.pushed(message.params.OrdersStamp);
      return;
    case 'FOREX_CLOSED':
      for (const listener of closedListeners) listener(message.params);
      return;
    case 'NOTICE': {
      const { user } = useSession.getState();
      if (user !== null) acceptNotice(user.id, toNotice(message.params));
      return;
    }
    case 'TRADING':
      outage.accept(message.params.Available);
      return;
    case 'login_result':
    case 'call_result':
    case 'error':
      return;
  }
}

function wake(): void {
  for (const listener of openedListeners) listener();
}

let hoursTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * Reloads the instruments after a random delay: all clients learn at the same moment that a market has opened or
 * closed.
 */
function askForHours(): void {
  hoursTimer ??= setTimeout(() => {
    hoursTimer = undefined;
    void queryClient.invalidateQueries({ queryKey: ['instruments'] });
  }, Math.random() * hoursAskedWithinMs);
}

/** Subscribes to live prices while the caller is mounted; a hidden tab unsubscribes. */
export function useMarketFeed(): void {
  useEffect(() => socket.subscribe({ topic: 'DAY_MARKET' }), []);
}

/** Subscribes to the live figures and closed orders of the account while a user is logged in. */
export function useAccountFeed(isLoggedIn: boolean, onClosed: (ids: readonly number[]) => void): void {
  useEffect(() => {
    if (!isLoggedIn) return undefined;
    closedListeners.add(onClosed);
    const leaves = [socket.subscribe({ topic: 'FOREX_TRADE' }), socket.subscribe({ topic: 'FOREX_CLOSED' })];
    return () => {
      closedListeners.delete(onClosed);
      for (const leave of leaves) leave();
    };
  }, [isLoggedIn, onClosed]);
}

/** Subscribes to the forming candle of one chart. */
export function subscribeCandles(forexId: number, period: Period, listener: CandleListener): () => void {
  const key = `${forexId} ${period}`;
  const set = candleListeners.get(key) ?? new Set();
  candleListeners.set(key, set.add(listener));
  const leave = socket.subscribe({ topic: 'KLINE', forex_id: forexId, period });
  return () => {
    set.delete(listener);
    leave();
  };
}

/** Adds a listener for reconnects and the ends of outages, which reloads data missed in between. */
export function onReconnected(listener: () => void): () => void {
  openedListeners.add(listener);
  return () => openedListeners.delete(listener);
}

/** Marks the whole page, overlays included, while live figures are outdated (R-SCR-13). */
function markStale({ state }: { readonly state: Connection }): void {
  document.documentElement.toggleAttribute('data-stale', state === 'lost');
}

/** Marks the whole page while figures of the account are frozen (R-SCR-25). */
function markPaused({ isPaused }: { readonly isPaused: boolean }): void {
  document.documentElement.toggleAttribute('data-paused', isPaused);
}

/** Connects and keeps connected; events of the page and the network shorten the wait. */
export function startLive(): void {
  useConnection.subscribe(markStale);
  useTrading.subscribe(markPaused);
  // Opened without a network: show it at once.
  if (!navigator.onLine) useConnection.setState({ state: 'lost' });
  onCallOverSocket((...asked) => socket.call(...asked));
  socket.connect();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') socket.nudge();
  });
  // The language of a socket is fixed when it opens.
  useSettings.subscribe((now, before) => {
    if (now.language !== before.language) socket.lost();
  });
  window.addEventListener('online', () => socket.nudge());
  window.addEventListener('offline', () => socket.lost());
}
