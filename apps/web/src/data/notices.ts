import type { NoticeLine } from '@candor/contracts/ws/messages';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { toWord, type Word } from './order.ts';
import { type FiredAlert, toFiredAlert } from './price-alert.ts';

/** An event of the account that the trader did not ask for. */
export interface Notice {
  /** `seq-index`; the same in every repeat. */
  readonly id: string;
  readonly kind: Word<NoticeLine['Kind']>;
  readonly timeMs: number;
  /** In the language of the socket. */
  readonly text: string;
  /** Alert that fired; absent in every other notice. */
  readonly fired?: FiredAlert;
}

export function toNotice({ Id, Kind, Time, Msg, Alert }: NoticeLine): Notice {
  const notice = { id: Id, kind: toWord(Kind), timeMs: Time, text: Msg };
  return Alert === undefined ? notice : { ...notice, fired: toFiredAlert(Alert, Time) };
}

interface NoticeState {
  readonly isMarginCalled: boolean;
  readonly isStopOutPaused: boolean;
  /** Text of the notice of a higher stop-out level while it runs; null without one (R-ORD-41). */
  readonly stopOutNotice: string | null;
  /** Alerts among the notices that the server keeps, newest first. */
  readonly fired: readonly FiredAlert[];
  /** Last notice accepted, by account id: repeats after a reconnect are recognised by it (R-SOC-10). */
  readonly lastIds: Readonly<Record<number, string>>;
}

const calm = { isMarginCalled: false, isStopOutPaused: false, stopOutNotice: null, fired: [] };
const firedMax = 50;
const accountsMax = 20;
/** Older notices are not announced. */
const newsMs = 10 * 60_000;
const listeners = new Set<(notice: Notice) => void>();

/** State of the account by its notices; the last ids are kept across visits. */
export const useNotices = create<NoticeState>()(
  persist((): NoticeState => ({ ...calm, lastIds: {} }), {
    name: 'candor.notices',
    version: 1,
    partialize: ({ lastIds }) => ({ ...calm, lastIds }),
  }),
);

export function forgetNotices(): void {
  useNotices.setState(calm);
}

const ownForMs = 10_000;
let ownRequest: Promise<boolean> = Promise.resolve(false);

/**
 * Passes a withdrawal request of this device on. If it succeeds, its notice is not announced: the screen has said so. The
 * notice may come before the answer.
 */
export function withoutNotice<Data>(sent: Promise<Data>): Promise<Data> {
  const request = sent.then(
    () => true,
    () => false,
  );
  ownRequest = request;
  void request.then(() => setTimeout(() => ownRequest === request && forgetOwnRequest(), ownForMs));
  return sent;
}

function forgetOwnRequest(): void {
  ownRequest = Promise.resolve(false);
}

/** Accepts a notice, new or repeated; listeners get new ones only. */
export function acceptNotice(accountId: number, notice: Notice, nowMs: number = Date.now()): void {
  if (notice.kind === 'margin-call') useNotices.setState({ isMarginCalled: true });
  if (notice.kind === 'margin-call-ended') useNotices.setState({ isMarginCalled: false });
  if (notice.kind === 'stop-out-paused') useNotices.setState({ isStopOutPaused: true });
  if (notice.kind === 'stop-out-resumed') useNotices.setState({ isStopOutPaused: false });
  if (notice.kind === 'stop-out-noticed') useNotices.setState({ stopOutNotice: notice.text });
  if (notice.kind === 'stop-out-notice-ended') useNotices.setState({ stopOutNotice: null });
  if (notice.fired !== undefined) keepFired(notice.fired);
  const { lastIds } = useNotices.getState();
  const last = lastIds[accountId];
  if (last !== undefined && !isLater(notice.id, last)) return;
  const others = Object.entries(lastIds).filter(([id]) => id !== String(accountId));
  useNotices.setState({
    lastIds: Object.fromEntries([...others.slice(1 - accountsMax), [String(accountId), notice.id]]),
  });
  if (nowMs - notice.timeMs > newsMs) return;
  if (notice.kind === 'withdrawal-requested') void announceUnlessOwn(notice);
  else announce(notice);
}

function keepFired(alert: FiredAlert): void {
  const { fired } = useNotices.getState();
  if (fired.some((one) => one.alert.id === alert.alert.id)) return;
  useNotices.setState({ fired: [alert, ...fired].slice(0, firedMax) });
}

async function announceUnlessOwn(notice: Notice): Promise<void> {
  if (await ownRequest) forgetOwnRequest();
  else announce(notice);
}

function announce(notice: Notice): void {
  for (const listener of listeners) listener(notice);
}

/** Adds a listener for new notices. */
export function onNotice(listener: (notice: Notice) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function isLater(id: string, than: string): boolean {
  const [seq = 0, index = 0] = id.split('-').map(Number);
  const [lastSeq = 0, lastIndex = 0] = than.split('-').map(Number);
  return seq > lastSeq || (seq === lastSeq && index > lastIndex);
}
