import type { AccountId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import { UnavailableError } from '../../ports/journal.ts';
import type { LineServer } from '../../ports/lines.ts';
import type { Request, TradingPort } from '../../ports/trading-port.ts';
import type { TradingCore } from '../trading-core.ts';
import { AnswerParts } from './answer-parts.ts';
import {
  type CoreEntrance,
  type CoreQuestion,
  type CoreStatus,
  fromBody,
  toBody,
  toPushes,
  topics,
} from './core-wire.ts';

/** A question that changes something arrived twice; the answer went to the first one. */
class RepeatedError extends UnavailableError {
  override readonly name = 'RepeatedError';
}

/** Questions that change something and are remembered: more than arrive until they are overdue. */
const onceMax = 100_000;
/** The status is compared this often and pushed if it changed. */
const compareEveryMs = 250;
const statusEveryMs = 1_000;

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** Methods of the port by which other processes change something, and by which they only look. */
const changes = ['recordRefusal', 'changeRules', 'confirmTime'] as const satisfies (keyof TradingPort)[];
const views = [
  'findAnswer',
  'viewAccount',
  'viewAccounts',
  'viewWithdrawable',
  'viewPayment',
  'waitingDeposits',
  'findAccount',
  'findOrder',
  'hasOrders',
  'summaryOf',
  'profitsOf',
  'exposureOf',
  'viewClock',
  'noticesOf',
  'noticesSince',
] as const satisfies (keyof TradingPort)[];

/**
 * Lets other processes use a core over a line: every method of its port, its stored entries as pushes, and its status.
 * The core's own clock times the commands. Nothing is pushed before it is stored. Returns the function that stops the
 * pushes; the caller closes the server.
 */
export function serveCore(core: TradingCore, server: LineServer, { clock }: { readonly clock: Clock }): () => void {
  const serving = new ServedCore(core, server, clock);
  serving.answerAll();
  return serving.follow();
}

class ServedCore {
  readonly #core: TradingCore;
  readonly #server: LineServer;
  readonly #clock: Clock;
  readonly #parts = new AnswerParts();
  /** Results under way, and null for those that were given, by the unique number of the question. */
  readonly #once = new Map<string, Promise<unknown> | null>();

  constructor(core: TradingCore, server: LineServer, clock: Clock) {
    this.#core = core;
    this.#server = server;
    this.#clock = clock;
  }

  answerAll(): void {
    const core = this.#core;
    this.#change('submit', ([request]) => this.#submit(request as Request));
    for (const name of changes) this.#change(name, (args) => (core[name] as Method)(...args));
    for (const name of views) this.#view(name, (args) => (core[name] as Method)(...args));
    this.#view('heldBy', async ([accountId]) => [...(await core.heldBy(accountId as AccountId))]);
    this.#view('enter', async () => this.#entrance());
    // Every answer carries the sequence.
    this.#view('seq', async () => null);
    this.#server.answer('core.part', (body) => {
      const [id, at] = (fromBody(body) as CoreQuestion).args as [number, number];
      return this.#parts.take(id, at);
    });
  }

  follow(): () => void {
    const stop = this.#core.followEvents(({ entries }) => {
      // A process that enters now begins after these entries, or reads them from the journal.
      if (!this.#server.isFollowed(topics.stored)) return;
      for (const push of toPushes(entries)) this.#publish(topics.stored, push);
    });
    let last = '';
    let sentAtMs = Number.NEGATIVE_INFINITY;
    const timer = setInterval(() => {
      const { atMs, ...status } = this.#status();
      const text = JSON.stringify(status);
      if (text === last && atMs - sentAtMs < statusEveryMs) return;
      [last, sentAtMs] = [text, atMs];
      this.#publish(topics.status, toBody({ ...status, atMs }));
    }, compareEveryMs);
    timer.unref();
    return () => {
      stop();
      clearInterval(timer);
    };
  }

  #status(): CoreStatus {
    const { state, committedSeq: seq, isStalled } = this.#core;
    const { isTimeUnconfirmed, wideSpreads } = state;
    return { seq, isStalled, isTimeUnconfirmed, wideSpreads: [...wideSpreads], atMs: this.#clock.monotonicMs() };
  }

  #entrance(): CoreEntrance {
    const rules = [...this.#core.state.rules.asChanges()].filter(({ rule }) => rule !== 'limits');
    return { status: this.#status(), rules };
  }

  /** A push that NATS does not take is found missing by its number and read from the journal. */
  #publish(topic: string, body: Buffer): void {
    try {
      this.#server.publish(topic, body);
    } catch (error) {
      if ((error as Error).name !== 'BodyTooLongError') throw error;
    }
  }

  /** The core's own clock times a command: those of two machines differ. */
  #submit(request: Request): Promise<unknown> {
    return this.#core.submit({ ...request, command: { ...request.command, atMs: this.#clock.nowMs() } });
  }

  #view(name: string, view: (args: readonly unknown[]) => Promise<unknown>): void {
    this.#server.answer(`core.${name}`, async (body) => {
      const { args } = fromBody(body) as CoreQuestion;
      return this.#answer(await view(args));
    });
  }

  #change(name: string, change: (args: readonly unknown[]) => Promise<unknown>): void {
    this.#server.answer(`core.${name}`, async (body) => {
      const { args, once, dueMs } = fromBody(body) as CoreQuestion;
      return this.#answer(await this.#carryOut({ once, dueMs }, () => change(args)));
    });
  }

  /** Carries a change out once, and only while somebody still waits for it. */
  #carryOut(
    { once, dueMs }: { readonly once: string | undefined; readonly dueMs: number | undefined },
    change: () => Promise<unknown>,
  ): Promise<unknown> {
    if (once === undefined || dueMs === undefined) throw new Error('Invariant: a change has a number and a due time');
    const known = this.#once.get(once);
    if (known !== undefined) {
      if (known === null) throw new RepeatedError('this question was answered before');
      return known;
    }
    // Held up on its way: the asker has been answered "unavailable", and prices have moved on.
    if (this.#clock.monotonicMs() > dueMs) throw new UnavailableError('the question is overdue');
    const result = change();
    this.#once.set(once, result);
    for (const oldest of this.#once.keys()) {
      if (this.#once.size <= onceMax) break;
      this.#once.delete(oldest);
    }
    // The number is kept after the result was given, the result is not.
    const given = () => {
      if (this.#once.has(once)) this.#once.set(once, null);
    };
    result.then(given, given);
    return result;
  }

  #answer(value: unknown): Uint8Array {
    return this.#parts.split(toBody({ seq: this.#core.committedSeq, value }));
  }
}
