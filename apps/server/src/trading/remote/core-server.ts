import type { AccountId } from '@candor/domain/values/ids';
import { mainShard, shardOf } from '@candor/domain/values/shard';
import type { Clock } from '../../ports/clock.ts';
import { UnavailableError } from '../../ports/journal.ts';
import type { LineServer } from '../../ports/lines.ts';
import type { Request } from '../../ports/trading-port.ts';
import { AgingMap } from '../aging-map.ts';
import type { TradingCore } from '../trading-core.ts';
import { AnswerParts } from './answer-parts.ts';
import {
  type AskedMethod,
  askedMethods,
  type CoreEntrance,
  type CoreQuestion,
  type CoreStatus,
  coreQuestions,
  fromBody,
  questionOf,
  toBody,
  toPushes,
  topics,
} from './core-wire.ts';

/** Duplicate of a request that was executed; its answer went to the first one. */
class RepeatedError extends UnavailableError {
  override readonly name = 'RepeatedError';
}

/** Questions that change something and are remembered: more than arrive until they are overdue. */
const onceMax = 100_000;
/** The status is compared this often and pushed if it changed. */
const compareEveryMs = 250;
const statusEveryMs = 1_000;
/** Rules that no other process uses. */
const coreOnly: ReadonlySet<string> = new Set(['limits', 'catalogue']);

type Handler = (args: readonly unknown[]) => Promise<unknown>;
type Method = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * Lets other processes use a core over a line: every method of its port, its stored entries as pushes, and its status.
 * The core's own clock times the commands. Nothing is pushed before it is stored. Returns the function that stops the
 * pushes; the caller closes the server.
 */
export function serveCore(
  core: TradingCore,
  server: LineServer,
  { clock, shard = mainShard }: { readonly clock: Clock; readonly shard?: number },
): () => void {
  const serving = new ServedCore(core, server, { clock, shard });
  serving.answerAll();
  return serving.follow();
}

class ServedCore {
  readonly #core: TradingCore;
  readonly #server: LineServer;
  readonly #clock: Clock;
  readonly #shard: number;
  readonly #parts = new AnswerParts();
  /** Results under way, and null for those that were given, by the unique number of the question. */
  readonly #once = new AgingMap<Promise<unknown> | null>();

  constructor(
    core: TradingCore,
    server: LineServer,
    { clock, shard }: { readonly clock: Clock; readonly shard: number },
  ) {
    this.#core = core;
    this.#server = server;
    this.#clock = clock;
    this.#shard = shard;
  }

  answerAll(): void {
    const core = this.#core;
    const special: Partial<Record<AskedMethod, Handler>> = {
      submit: ([request]) => this.#submit(request as Request),
      heldBy: async ([accountId]) => [...(await core.heldBy(accountId as AccountId))],
    };
    for (const name of Object.keys(askedMethods) as AskedMethod[]) {
      const handler = special[name] ?? ((args) => (core[name] as Method)(...args));
      if (askedMethods[name] === 'change') this.#change(questionOf(name), handler);
      else this.#view(questionOf(name), handler);
    }
    this.#view(coreQuestions.enter, async () => this.#entrance());
    // Every answer carries the sequence.
    this.#view(coreQuestions.seq, async () => null);
    this.#server.answer(coreQuestions.part, (body) => {
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
    const rules = [...this.#core.state.rules.asChanges()].filter(({ rule }) => !coreOnly.has(rule));
    return { status: this.#status(), rules };
  }

  /** A push above NATS’s limit leaves a gap; followers read its entries from the journal. */
  #publish(topic: string, body: Buffer): void {
    try {
      this.#server.publish(topic, body);
    } catch (error) {
      if ((error as Error).name !== 'BodyTooLongError') throw error;
    }
  }

  /** The core's own clock times a command: those of two machines differ. */
  #submit(request: Request): Promise<unknown> {
    const { accountId } = request.command;
    // Here it would be refused for good as an unknown account.
    if (shardOf(accountId) !== this.#shard) throw new Error(`account ${accountId} is not of shard ${this.#shard}`);
    return this.#core.submit({ ...request, command: { ...request.command, atMs: this.#clock.nowMs() } });
  }

  #view(question: string, view: Handler): void {
    this.#server.answer(question, async (body) => {
      const { args } = fromBody(body) as CoreQuestion;
      return this.#answer(await view(args));
    });
  }

  #change(question: string, change: Handler): void {
    this.#server.answer(question, async (body) => {
      const { args, once, dueMs } = fromBody(body) as CoreQuestion;
      return this.#answer(await this.#execute({ once, dueMs }, () => change(args)));
    });
  }

  /** Executes a request at most once, and not after its due time. */
  #execute(
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
    if (this.#once.size > onceMax) this.#once.dropOldest();
    // The number is kept after the result was given, the result is not.
    const given = () => {
      if (this.#once.get(once) !== undefined) this.#once.set(once, null);
    };
    result.then(given, given);
    return result;
  }

  #answer(value: unknown): Uint8Array {
    return this.#parts.split(toBody({ seq: this.#core.committedSeq, value }));
  }
}
