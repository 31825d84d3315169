import type { CompanyId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import {
  type ClaimedMessage,
  type Delivery,
  deliveryMaxMs,
  type MessageChannel,
  type OutboxStore,
  type SentRoute,
  type Settlement,
} from '../../ports/messages.ts';

const atOnceMax = 4;
const leaseMs = 2 * deliveryMaxMs;
const lookEveryMs = 5_000;
const secondMs = 1_000;
/** Pauses after the first, second, … attempt; after the last one the message has failed. */
const pausesMs = [5, 15, 60, 300, 900, 3_600, 14_400].map((seconds) => seconds * secondMs);

export interface MessageDelivery {
  /** Wakes delivery for a company's new message. */
  wake(companyId: CompanyId): void;
  /** Sends all due messages of every company. */
  deliver(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Sends pending messages, a few at a time, each retried with growing pauses up to a bound (R-SES-22). After a crash
 * between the server's acceptance and the row update a mail is sent again under the same Message-ID, an SMS never.
 */
export function startMessageDelivery(deps: {
  readonly store: OutboxStore;
  /** Channels of a company by the routes that this delivery sends; another one sends the others. */
  readonly channels: (companyId: CompanyId) => Partial<Record<SentRoute, MessageChannel>>;
  readonly routes: readonly SentRoute[];
  readonly companies: () => Promise<readonly { readonly id: CompanyId }[]>;
  readonly clock: Clock;
  readonly onError: (error: Error) => void;
}): MessageDelivery {
  let isStopped = false;
  let underway: Promise<void> = Promise.resolve();
  const woken = new Set<CompanyId>();

  const deliverOne = async (companyId: CompanyId, message: ClaimedMessage): Promise<void> => {
    const channel = deps.channels(companyId)[message.route];
    if (channel === undefined) throw new Error(`Invariant: ${message.route} has a channel`);
    const delivery = await channel.send(message);
    const nowMs = deps.clock.nowMs();
    await deps.store.settle(companyId, message, settlementOf(message, delivery, nowMs), nowMs);
  };
  const deliverAll = async (companyId: CompanyId): Promise<void> => {
    while (!isStopped) {
      const claimed = await deps.store.claim(companyId, deps.clock.nowMs(), leaseMs, atOnceMax, deps.routes);
      await Promise.all(claimed.map((message) => deliverOne(companyId, message)));
      if (claimed.length < atOnceMax) return;
    }
  };
  /** Runs rounds in sequence, so that at most `atOnceMax` messages are in flight. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    underway = underway.then(work).catch((error: unknown) => deps.onError(error as Error));
    return underway;
  };
  const deliver = () =>
    inTurn(async () => {
      woken.clear();
      for (const company of await deps.companies()) await deliverAll(company.id);
    });
  let looks = 0;
  const timer = setInterval(() => {
    if (looks > 0) return;
    looks += 1;
    void deliver().finally(() => (looks -= 1));
  }, lookEveryMs);
  timer.unref();
  return {
    wake(companyId) {
      if (isStopped || woken.has(companyId)) return;
      woken.add(companyId);
      void inTurn(async () => {
        if (woken.delete(companyId)) await deliverAll(companyId);
      });
    },
    deliver,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await underway;
    },
  };
}

function settlementOf(message: ClaimedMessage, delivery: Delivery, nowMs: number): Settlement {
  if (delivery.kind === 'sent') return delivery;
  const { reason } = delivery;
  const pauseMs = pausesMs[message.attempt - 1];
  const isOver = delivery.kind === 'never' || (delivery.kind === 'unknown' && message.route === 'sms');
  if (isOver || pauseMs === undefined) return { kind: 'failed', reason };
  return { kind: 'again', atMs: nowMs + pauseMs, reason };
}
