import { readPayload, require, show } from './compare.ts';
import { cashOf, openOrders } from './facts.ts';
import type { Model } from './model.ts';
import type { Verdict } from './model-commands.ts';

/** A request that a client sent under its own id, in one language. */
export interface SentCall {
  readonly accountId: number;
  readonly clientId: string;
  /** Call and fields. */
  readonly body: string;
  readonly lang: string;
}

interface Decided {
  readonly seq: number;
  readonly verdict: Verdict;
}

/** An account's figures after a stored row. */
interface Figures {
  readonly balance: bigint;
  readonly margin: bigint;
  readonly open: ReadonlySet<number>;
}

const conflict = 1006;
const unanswered = 1900;

/** Audits the gateway: its answers byte by byte, and its pushes against the stored rows. */
export class AnswersAudit {
  readonly #answers = new Map<string, string>();
  readonly #bodies = new Map<string, string>();
  readonly #decided = new Map<string, Decided>();
  readonly #figures = new Map<number, Figures[]>();
  readonly #ended = new Set<number>();
  /** For each stored row, the accounts it concerns. */
  readonly #accounts: ReadonlySet<number>[] = [];

  /** Records a stored row; the model has already applied it. */
  stored(
    entry: { seq: number; accountId: number | null; clientId: string | null; payload: string },
    model: Model,
  ): void {
    const { seq, accountId, clientId, payload } = entry;
    const verdict = readPayload(payload) as Verdict;
    if (clientId !== null) this.#decided.set(`${accountId}/${clientId}`, { seq, verdict });
    this.#accounts.push(new Set(verdict.kind === 'done' ? verdict.events.map((event) => event.accountId) : []));
    if (verdict.kind !== 'done') return;
    for (const { order } of verdict.events)
      if (/closed|cancelled|expired/.test(order?.status ?? '')) this.#ended.add(order?.id ?? 0);
    for (const id of new Set(verdict.events.map((event) => event.accountId))) {
      const account = model.accounts.get(id);
      if (account === undefined) continue;
      const orders = openOrders(account);
      const figures = {
        balance: model.balances.get(cashOf(account)) ?? 0n,
        margin: orders.reduce((sum, { margin }) => sum + margin, 0n),
        open: new Set(orders.map((order) => order.id)),
      };
      this.#figures.set(id, [...(this.#figures.get(id) ?? []), figures]);
    }
  }

  /** P1: one id and body get one answer, byte by byte; another body under the id is refused. */
  answered(sent: SentCall, { status, text }: { status: number; text: string }): void {
    const { code } = JSON.parse(text) as { code: number };
    if (status >= 500 || code >= unanswered) return;
    const id = `${sent.accountId}/${sent.clientId}`;
    const about = () => `${show(sent)} was answered ${status} ${text}`;
    if (code === conflict) {
      const isOther = this.#decided.has(id) && this.#bodies.get(id) !== sent.body;
      require(isOther, 'G1-conflict', () => `${about()} and is of the body ${this.#bodies.get(id)}`);
      return;
    }
    const body = this.#bodies.get(id);
    require(body === undefined || body === sent.body, 'G1-conflict', () => `${about()} and ${body} before`);
    this.#bodies.set(id, sent.body);
    const key = `${id}/${sent.lang}`;
    const before = this.#answers.get(key);
    require(before === undefined || before === text, 'G2-same-bytes', () => `${about()}, and ${before} before`);
    this.#answers.set(key, text);
    this.#requireTrue(id, code, text, about);
  }

  /** Requires that the answer confirms or refuses as the stored decision does. */
  #requireTrue(id: string, code: number, text: string, about: () => string): void {
    const decided = this.#decided.get(id);
    require(decided !== undefined, 'G3-answer-is-stored', about);
    const { verdict } = decided;
    require((code === 1) === (verdict.kind === 'done'), 'G3-answer-is-stored', () =>
      `${about()}, stored ${show(verdict)}`);
    if (verdict.kind !== 'done') return;
    const { data } = JSON.parse(text) as { data: { Id: number } | null };
    const [first] = verdict.events;
    const wanted = (first?.closed ?? first?.order)?.id;
    require(data === null || data.Id === wanted, 'G3-answer-is-stored', () => `${about()}, stored order ${wanted}`);
  }

  /** True if the command is stored at the time of the lookup. */
  isDecided(accountId: number, clientId: string): boolean {
    return this.#decided.has(`${accountId}/${clientId}`);
  }

  /** A command decided before its lookup is known, and reported as it was answered (R-WIRE-17). */
  toldOf(
    { accountId, clientId, lang }: SentCall,
    wasDecided: boolean,
    { status, text }: { status: number; text: string },
  ): void {
    if (status !== 200) return;
    const { code, data } = JSON.parse(text) as {
      code: number;
      data: { status: string; order?: unknown; code?: number; msg?: string } | null;
    };
    if (code !== 1 || data === null) return;
    const about = () => `command ${accountId}/${clientId} is told as ${text}`;
    const decided = this.#decided.get(`${accountId}/${clientId}`);
    require(!wasDecided || data.status !== 'unknown', 'G4-command', about);
    if (data.status === 'unknown') return;
    const kind = data.status === 'done' ? 'done' : 'refused';
    require(decided?.verdict.kind === kind, 'G4-command', () => `${about()}, stored ${show(decided)}`);
    const answer = this.#answers.get(`${accountId}/${clientId}/${lang}`);
    if (answer === undefined) return;
    const was = JSON.parse(answer) as { code: number; msg: string; data: unknown };
    const isReset = was.data === null;
    const isSame =
      kind === 'done' ? isReset || show(was.data) === show(data.order) : was.code === data.code && was.msg === data.msg;
    require(isSame, 'G4-command', () => `${about()}, and was answered ${answer}`);
  }

  /** P3: pushed figures equal those after one of the stored rows. */
  pushedFigures(
    accountId: number,
    line: { Balance: string; CautionMoneyAll: string; TransOrder: { Id: number }[] },
  ): void {
    const [balance, margin] = [micros(line.Balance), micros(line.CautionMoneyAll)];
    const isStored = this.#figures.get(accountId)?.some((figures) => {
      const gap = figures.balance - balance;
      const isBalance = gap > -10_000n && gap < 10_000n;
      return isBalance && figures.margin === margin && line.TransOrder.every(({ Id }) => figures.open.has(Id));
    });
    require(isStored === true, 'P3-push-is-stored', () => `account ${accountId} was pushed ${show(line)}`);
  }

  pushedNotice(accountId: number, notice: { readonly id: string }): void {
    const isStored = this.#accounts[Number.parseInt(notice.id, 10) - 1]?.has(accountId);
    require(isStored === true, 'P3-push-is-stored', () => `account ${accountId} was told ${show(notice)}`);
  }

  pushedClosed(accountId: number, ids: readonly number[]): void {
    const unknown = ids.filter((id) => !this.#ended.has(id));
    require(unknown.length === 0, 'P3-push-is-stored', () =>
      `account ${accountId} was told that ${unknown.join()} ended`);
  }
}

function micros(text: string): bigint {
  const [whole = '0', part = ''] = text.split('.');
  const size = BigInt(whole.replace('-', '') + part.padEnd(6, '0'));
  return text.startsWith('-') ? -size : size;
}
