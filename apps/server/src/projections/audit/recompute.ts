import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type FundsRequest, isFinished } from '@candor/domain/engine/funds/funds-request';
import type { OrderRecord } from '@candor/domain/engine/order';
import type { SwapStep } from '@candor/domain/receipt/receipt';
import { swapStepsMax } from '@candor/domain/receipt/swap-steps';
import type { AccountId, OrderId } from '@candor/domain/values/ids';
import { encodeHiddenLeaf } from '@candor/transparency-log/leaf';
import type { JournalReader } from '../../ports/journal.ts';
import type { AuditedTables, AuditPart, CapturedTables, StoredLeaf, TakenTotal } from '../../ports/nightly-audit.ts';
import type { IssuedReceipt, Posting, Projection, ReceiptChain, ReceiptSigner } from '../../ports/projection.ts';
import type { AuditedDay } from '../../ports/statistics.ts';
import { decodeDecision } from '../../trading/codec.ts';
import { issueReceipts } from '../issue-receipts.ts';
import { foldEntries } from '../projector.ts';
import { StatisticsAudit } from './audit-statistics.ts';
import { fundsText, orderText, postingText } from './row-texts.ts';

/** Entries read at a time. */
const entriesMax = 500;
/** Faults and rows in doubt that are kept; with more the audit is bad, whatever they are. */
const noted = 20;
const doubtfulMax = 1_000;

type Part = 'balances' | 'tables' | 'receipts' | 'log' | 'liabilities' | 'statistics';

export interface RecomputeDeps {
  /** The whole journal, archived entries included. */
  readonly journal: Pick<JournalReader, 'read'>;
  readonly tables: AuditedTables;
  /** Called between two batches: the place to rest, and to give up by throwing. */
  readonly rest: () => Promise<void>;
}

export interface Recomputed {
  readonly parts: readonly (AuditPart & { readonly name: Part })[];
  /** Faults in plain words, at most 20. */
  readonly faults: readonly string[];
  /** Last entry that was folded. */
  readonly seq: number;
}

/**
 * Folds the journal again from its first entry and compares what it gives with what is stored (R-LOG-13): each posting
 * with its running balance, each order and money request, each balance, each receipt with its chain and signature, and
 * each receipt's leaf in the log, each total owed to clients, and each day of public statistics. Rows of demos that were erased after their end may be missing; they may not differ.
 * Memory grows with accounts and open orders, not with entries.
 */
export async function recompute(deps: RecomputeDeps): Promise<Recomputed> {
  const fold = new Recompute(deps, new Map(await keysOf(deps.tables)), await deps.tables.statisticsDays());
  const captured = await deps.tables.capture();
  for (const total of await deps.tables.totals()) {
    if (total.seq > captured.seq) break;
    await fold.foldTo(total.seq);
    fold.compareTotal(total);
  }
  await fold.foldTo(captured.seq);
  await fold.endStatistics();
  await fold.compareCaptured(captured);
  await fold.settleDoubts();
  return fold.result();
}

async function keysOf(tables: AuditedTables): Promise<[string, KeyObject][]> {
  return (await tables.receiptKeys()).map(({ keyId, publicKey }) => {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey, 'hex').toString('base64url') };
    return [keyId, createPublicKey({ key: jwk, format: 'jwk' })];
  });
}

/** Signs nothing: an audit compares texts, and verifies the stored signatures. */
const unsigned: ReceiptSigner = { key: { keyId: '', publicKey: '' }, sign: () => Promise.resolve('') };

class Recompute {
  readonly #deps: RecomputeDeps;
  readonly #keys: ReadonlyMap<string, KeyObject>;
  #seq = 0;
  readonly #balances = new Map<string, bigint>();
  readonly #chains = new Map<AccountId, ReceiptChain>();
  readonly #swapSteps = new Map<OrderId, readonly SwapStep[]>();
  /** Text of each order and request that may still change. */
  readonly #orders = new Map<number, string>();
  readonly #funds = new Map<number, string>();
  /** Ended rows that differed: a later entry may have changed them again. */
  readonly #doubts = { orders: new Map<number, string>(), funds: new Map<number, string>() };
  readonly #counts: Record<Part, number> = {
    balances: 0,
    tables: 0,
    receipts: 0,
    log: 0,
    liabilities: 0,
    statistics: 0,
  };
  readonly #bad = new Set<Part>();
  readonly #faults: string[] = [];

  readonly #statistics: StatisticsAudit;

  constructor(deps: RecomputeDeps, keys: ReadonlyMap<string, KeyObject>, days: readonly AuditedDay[]) {
    this.#deps = deps;
    this.#keys = keys;
    this.#statistics = new StatisticsAudit(deps.tables, days, (accountId) => {
      const chain = this.#chains.get(accountId);
      return chain === undefined ? undefined : { companyId: chain.company, realm: chain.realm };
    });
  }

  result(): Recomputed {
    const names = ['balances', 'tables', 'receipts', 'log', 'liabilities', 'statistics'] as const;
    const parts = names.map((name) => ({ name, isGood: !this.#bad.has(name), count: this.#counts[name] }));
    return { parts, faults: this.#faults, seq: this.#seq };
  }

  async foldTo(end: number): Promise<void> {
    const { journal, rest } = this.#deps;
    while (this.#seq < end) {
      const entries = await journal.read(this.#seq, Math.min(entriesMax, end - this.#seq));
      const decided = entries.map(({ seq, hash, payload, accountId }) => ({
        seq,
        hash,
        accountId,
        decision: decodeDecision(payload),
      }));
      const folded = foldEntries(decided);
      if (folded === null || decided[0]?.seq !== this.#seq + 1)
        throw new Error(`Invariant: the journal goes on at entry ${this.#seq + 1}`);
      const known = [...new Set(folded.fills.map(({ order }) => order.accountId))].flatMap(
        (id) => this.#chains.get(id) ?? [],
      );
      const { receipts, chains } = await issueReceipts(folded, known, this.#swapSteps, unsigned);
      this.#takeSwapSteps(folded);
      // Accounts first: whether rows may be missing depends on them.
      for (const chain of chains) this.#chains.set(chain.accountId, chain);
      await this.#takePostings(folded.postings, folded.toSeq);
      await this.#takeRows(folded.orders, folded.funds);
      await this.#takeReceipts(receipts);
      await this.#takeLeaves(receipts, folded.toSeq);
      await this.#statistics.take(decided);
      this.#seq = folded.toSeq;
      await rest();
    }
  }

  /** Ends the comparison of the days of public statistics that were complete when the fold began (R-STA-07). */
  async endStatistics(): Promise<void> {
    await this.#statistics.end(this.#seq);
    this.#counts.statistics = this.#statistics.count;
    for (const fault of this.#statistics.faults) this.#fail('statistics', fault);
  }

  /** Keeps the steps of open orders' swaps, which the receipts of their closings list. */
  #takeSwapSteps({ swapSteps, orders }: Pick<Projection, 'swapSteps' | 'orders'>): void {
    for (const [id, steps] of swapSteps) {
      const all = [...(this.#swapSteps.get(id) ?? []), ...steps];
      this.#swapSteps.set(id, all.slice(-swapStepsMax));
    }
    for (const { id, status } of orders) if (status === 'closed') this.#swapSteps.delete(id);
  }

  #fail(part: Part, fault: string): void {
    this.#bad.add(part);
    if (this.#faults.length < noted) this.#faults.push(fault);
  }

  async #takePostings(postings: readonly Posting[], toSeq: number): Promise<void> {
    const stored = new Map(
      (await this.#deps.tables.postings(this.#seq, toSeq)).map(({ place, text }) => [place, text]),
    );
    const missing: number[] = [];
    for (const [at, posting] of postings.entries()) {
      const { ledgerKey, amount, seq, line } = posting;
      const balance = (this.#balances.get(ledgerKey) ?? 0n) + amount;
      this.#balances.set(ledgerKey, balance);
      const place = `${seq}/${line}`;
      const text = stored.get(place);
      stored.delete(place);
      if (text === undefined) missing.push(at);
      else if (text !== postingText(posting, balance)) this.#fail('balances', `posting ${place} was changed`);
    }
    this.#counts.balances += postings.length;
    for (const place of stored.keys()) this.#fail('balances', `posting ${place} is not in the journal`);
    for (const at of await this.#notErased(missing, (one) => accountOf(postings, one)))
      this.#fail('balances', `posting ${postings[at]?.seq}/${postings[at]?.line} is missing`);
  }

  async #takeRows(orders: readonly OrderRecord[], funds: readonly FundsRequest[]): Promise<void> {
    for (const order of orders) this.#orders.set(order.id, orderText(order));
    for (const one of funds) this.#funds.set(one.id, fundsText(one));
    const { tables } = this.#deps;
    const ended = orders.filter(({ endedAtMs }) => endedAtMs !== null);
    const endedRows = await tables.orders(ended.map(({ id }) => id));
    const missing: OrderRecord[] = [];
    for (const order of ended) {
      if (!endedRows.has(order.id)) missing.push(order);
      this.#settle('orders', order.id, endedRows.get(order.id));
    }
    const finished = funds.filter(isFinished);
    const finishedRows = await tables.funds(finished.map(({ id }) => id));
    for (const { id } of finished) this.#settle('funds', id, finishedRows.get(id) ?? '');
    this.#counts.tables += ended.length + finished.length;
    for (const { id } of await this.#notErased(missing, ({ accountId }) => accountId))
      this.#fail('tables', `order ${id} is missing`);
  }

  /** Compares a row that has ended, and forgets it if it is equal or was erased. */
  #settle(kind: 'orders' | 'funds', id: number, stored: string | undefined): void {
    const live = kind === 'orders' ? this.#orders : this.#funds;
    const expected = live.get(id) ?? '';
    live.delete(id);
    this.#doubts[kind].delete(id);
    if (stored === undefined || stored === expected) return;
    if (this.#doubts[kind].size < doubtfulMax) this.#doubts[kind].set(id, expected);
    else this.#fail('tables', `more than ${doubtfulMax} ${kind} were changed`);
  }

  async #takeReceipts(receipts: readonly IssuedReceipt[]): Promise<void> {
    const stored = await this.#deps.tables.receipts(receipts.map(({ id }) => id));
    const missing: IssuedReceipt[] = [];
    for (const receipt of receipts) {
      const { id, text, hash } = receipt;
      const one = stored.get(id);
      if (one === undefined) {
        missing.push(receipt);
        continue;
      }
      if (one.text !== text || one.hash !== hash) this.#fail('receipts', `receipt ${id} was changed`);
      else if (!this.#isSigned(one)) this.#fail('receipts', `the signature of receipt ${id} does not fit`);
    }
    this.#counts.receipts += receipts.length;
    for (const { id } of await this.#notErased(missing, ({ accountId }) => accountId))
      this.#fail('receipts', `receipt ${id} is missing`);
  }

  #isSigned({ text, signature, keyId }: { text: string; signature: string; keyId: string }): boolean {
    const key = this.#keys.get(keyId);
    return key !== undefined && verify(null, Buffer.from(text), key, Buffer.from(signature, 'hex'));
  }

  /** Compares leaves with receipts. What the log's writer has not reached yet is left to the next night. */
  async #takeLeaves(receipts: readonly IssuedReceipt[], toSeq: number): Promise<void> {
    const { tables } = this.#deps;
    if (receipts.length === 0 || toSeq > (await tables.loggedSeq())) return;
    const leaves = await tables.leaves(receipts.map(({ id }) => id));
    const stored = await tables.receipts(receipts.map(({ id }) => id));
    for (const { id, text, accountId } of receipts) {
      const leaf = leaves.get(id);
      // Receipts of demos that had been erased before the log reached them have no leaf.
      if (leaf === undefined && !stored.has(id)) continue;
      this.#counts.log += 1;
      if (leaf === undefined) this.#fail('log', `receipt ${id} is not in the log`);
      else if (leaf.companyId !== this.#chains.get(accountId)?.company || !isLeafOf(leaf, text))
        this.#fail('log', `the log has another receipt ${id}`);
    }
  }

  /** Leaves out those whose account was a demo that was erased. */
  async #notErased<Row>(missing: readonly Row[], ownerOf: (row: Row) => AccountId | null): Promise<Row[]> {
    if (missing.length === 0) return [];
    const owners = missing.flatMap((row) => ownerOf(row) ?? []);
    const kept = await this.#deps.tables.kept([...new Set(owners)]);
    return missing.filter((row) => {
      const owner = ownerOf(row);
      return owner === null || kept.has(owner) || this.#chains.get(owner)?.realm !== 'demo';
    });
  }

  /** Compares a published total, and its claims, with its accounts at its entry (R-LOG-20, R-LOG-21). */
  compareTotal({ name, prefix, sum, claims }: TakenTotal): void {
    const accounts = new Map<AccountId, bigint>();
    for (const [key, balance] of this.#balances) {
      const owner = key.startsWith(prefix) ? ownerOfKey(key) : null;
      if (owner !== null) accounts.set(owner, (accounts.get(owner) ?? 0n) + balance);
    }
    let [owed, claimed] = [0n, 0n];
    for (const amount of accounts.values()) {
      if (amount > 0n) owed += amount;
      else claimed -= amount;
    }
    this.#counts.liabilities += 1;
    if (owed !== sum || claimed !== claims)
      this.#fail('liabilities', `the total ${name} is not the sum of its accounts`);
  }

  /** Compares the rows that change with each entry, at the entry at which they were read. */
  async compareCaptured({ balances, openOrders, openFunds, chains }: CapturedTables): Promise<void> {
    const erased = (owner: AccountId | null) =>
      owner !== null && !chains.has(owner) && this.#chains.get(owner)?.realm === 'demo';
    this.#compare('balances', 'balance', balances, this.#balances, (key) => erased(ownerOfKey(key)));
    const heads = new Map([...this.#chains].map(([id, { number, hash }]) => [id, `${number} ${hash}`]));
    this.#compare('receipts', 'chain of account', chains, heads, erased);
    this.#compare('tables', 'order', openOrders, this.#orders);
    this.#compare('tables', 'money request', openFunds, this.#funds);
  }

  #compare<Key extends string | number, Value>(
    part: Part,
    name: string,
    stored: ReadonlyMap<Key, Value>,
    expected: ReadonlyMap<Key, Value>,
    mayMiss: (key: Key) => boolean = () => false,
  ): void {
    this.#counts[part] += expected.size;
    for (const [key, value] of expected) {
      const row = stored.get(key);
      if (row === undefined && mayMiss(key)) continue;
      if (row !== value) this.#fail(part, `${name} ${key} ${row === undefined ? 'is missing' : 'was changed'}`);
    }
    for (const key of stored.keys()) if (!expected.has(key)) this.#fail(part, `${name} ${key} is not in the journal`);
  }

  /** Compares ended rows that differed once more, after everything was folded that the tables hold meanwhile. */
  async settleDoubts(): Promise<void> {
    const { tables } = this.#deps;
    const { orders, funds } = this.#doubts;
    if (orders.size + funds.size === 0) return;
    await this.foldTo((await tables.capture()).seq);
    const rows = { orders: await tables.orders([...orders.keys()]), funds: await tables.funds([...funds.keys()]) };
    for (const kind of ['orders', 'funds'] as const)
      for (const [id, expected] of this.#doubts[kind])
        if (rows[kind].get(id) !== expected)
          this.#fail('tables', `${kind === 'orders' ? 'order' : 'money request'} ${id} was changed`);
  }
}

/** Account of a ledger key; null for one of the house. */
function ownerOfKey(key: string): AccountId | null {
  const [, , , kind, id] = key.split('/');
  return kind === 'house' ? null : (Number(id) as AccountId);
}

/** Account of a posting, or of the other side of its transfer, which is beside it. */
function accountOf(postings: readonly Posting[], at: number): AccountId | null {
  const posting = postings[at];
  const other = postings[posting !== undefined && posting.line % 2 === 0 ? at + 1 : at - 1];
  return ownerOfKey(posting?.ledgerKey ?? '///house') ?? ownerOfKey(other?.ledgerKey ?? '///house');
}

function isLeafOf({ salt, entry }: StoredLeaf, text: string): boolean {
  return Buffer.from(encodeHiddenLeaf('receipt', salt, text)).equals(entry);
}
