import type { CompanyId, InstrumentId } from '@candor/domain/values/ids';
import type { Candle, Period } from '@candor/domain/values/period';
import type { OfferView } from '../../ports/offers.ts';
import type { MarketView } from '../../services/market/market-view.ts';
import { marketStatusOf, toWireCandle } from '../market-lines.ts';
import { type Blocks, DayTexts } from './day-texts.ts';
import { frameText, type SocketPeer } from './socket-peer.ts';

interface KlineTopic {
  readonly id: InstrumentId;
  readonly period: Period;
  readonly peers: Set<SocketPeer>;
  /** Start of the last candle sent. */
  sentMs: number;
}

/** Most finished candles sent after a pause; beyond them the chart reloads. */
const catchUpCandles = 60;

/**
 * Creates the market topics: quotes and forming candles to sockets, a few times a second (R-SOC-06). Quotes mark their
 * instrument; a flush encodes one frame for all sockets that watch the same instruments, so that the cost of a quote
 * does not grow with the sockets, and writes once to each socket (R-SOC-30). Only companies with opening blocks have
 * their own frames.
 */
export class MarketTopics {
  readonly #market: MarketView;
  readonly #texts: DayTexts;
  readonly #offers: Pick<OfferView, 'openingBlocks'> | null;
  readonly #all = new Set<SocketPeer>();
  readonly #some = new Map<SocketPeer, Set<InstrumentId>>();
  readonly #klines = new Map<string, KlineTopic>();
  readonly #changed = new Set<InstrumentId>();
  readonly #sentState = new Map<InstrumentId, string>();
  readonly #stops: (() => void)[];
  readonly #timer: NodeJS.Timeout;
  #blocks: ReadonlyMap<CompanyId, Blocks> = new Map();

  constructor(market: MarketView, flushMs: number, offers: Pick<OfferView, 'openingBlocks'> | null = null) {
    this.#market = market;
    this.#texts = new DayTexts(market);
    this.#offers = offers;
    this.#blocks = offers?.openingBlocks() ?? new Map();
    this.#stops = [
      market.onQuote((quote) => this.#changed.add(quote.instrumentId)),
      market.onStateCheck(() => this.#markChangedStates()),
    ];
    this.#timer = setInterval(() => this.flush(), flushMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const stop of this.#stops) stop();
  }

  /** Sends a snapshot, then changes: of all instruments, or of the given ones in addition to earlier ones. */
  watchDay(peer: SocketPeer, ids: readonly InstrumentId[] | null): void {
    if (ids === null) {
      this.#some.delete(peer);
      this.#all.add(peer);
    } else if (!this.#all.has(peer)) {
      const own = this.#some.get(peer) ?? new Set();
      for (const id of ids) own.add(id);
      this.#some.set(peer, own);
    }
    const shown = ids ?? this.#allIds();
    for (const id of shown) this.#noteState(id);
    peer.send(this.#texts.messageOf(shown, this.#blocksOf(peer)));
  }

  unwatchDay(peer: SocketPeer, ids: readonly InstrumentId[] | null): void {
    const own = this.#some.get(peer);
    if (ids === null) {
      this.#all.delete(peer);
      this.#some.delete(peer);
    } else if (own !== undefined) {
      for (const id of ids) own.delete(id);
      if (own.size === 0) this.#some.delete(peer);
    }
  }

  watchKline(peer: SocketPeer, id: InstrumentId, period: Period): void {
    const key = `${id}:${period}`;
    const forming = this.#market.forming(id, period);
    const topic = this.#klines.get(key) ?? { id, period, peers: new Set(), sentMs: forming?.timeMs ?? 0 };
    topic.peers.add(peer);
    this.#klines.set(key, topic);
    if (forming !== null) peer.send(this.#klineText(id, period, forming));
  }

  unwatchKline(peer: SocketPeer, id: InstrumentId, period: Period): void {
    const key = `${id}:${period}`;
    const topic = this.#klines.get(key);
    topic?.peers.delete(peer);
    if (topic?.peers.size === 0) this.#klines.delete(key);
  }

  forget(peer: SocketPeer): void {
    this.#all.delete(peer);
    this.#some.delete(peer);
    for (const { id, period } of this.#klines.values()) this.unwatchKline(peer, id, period);
  }

  flush(): void {
    if (this.#changed.size === 0) return;
    const moved = new Set(this.#changed);
    const changed = [...moved];
    for (const id of changed) this.#noteState(id);
    this.#changed.clear();
    const touched = new Set<SocketPeer>();
    const frames = new SharedFrames(this.#texts);
    this.#queueAll(changed, frames, touched);
    this.#queueSome(changed, frames, touched);
    for (const topic of this.#klines.values()) {
      if (moved.has(topic.id)) this.#queueKline(topic, touched);
    }
    for (const peer of touched) peer.sendQueued();
  }

  #queueAll(changed: readonly InstrumentId[], frames: SharedFrames, touched: Set<SocketPeer>): void {
    if (this.#all.size === 0) return;
    const all = this.#allIds();
    for (const peer of this.#all)
      queueDay(peer, frames.of(peer.isBehind ? all : changed, this.#blocksOf(peer)), touched);
  }

  #queueSome(changed: readonly InstrumentId[], frames: SharedFrames, touched: Set<SocketPeer>): void {
    for (const [peer, own] of this.#some) {
      const ids = peer.isBehind ? [...own] : changed.filter((id) => own.has(id));
      if (ids.length > 0) queueDay(peer, frames.of(ids, this.#blocksOf(peer)), touched);
      else peer.isBehind = false;
    }
  }

  #queueKline(topic: KlineTopic, touched: Set<SocketPeer>): void {
    const { id, period, peers } = topic;
    const forming = this.#market.forming(id, period);
    if (forming === null) return;
    const before = topic.sentMs;
    topic.sentMs = forming.timeMs;
    const toFrame = (candle: Candle) => frameText(this.#klineText(id, period, candle));
    if (before === 0 || forming.timeMs <= before) {
      const frame = toFrame(forming);
      for (const peer of peers) if (peer.queueFrame(frame)) touched.add(peer);
      return;
    }
    const write = (candle: Candle) => {
      const frame = toFrame(candle);
      for (const peer of peers) peer.sendFrame(frame);
    };
    // The last quotes of a finished candle may follow its last flush: charts get its final form first.
    this.#market
      .candles(id, { period, beforeMs: forming.timeMs, limit: catchUpCandles })
      .then((candles) => {
        for (const candle of candles ?? []) if (candle.timeMs >= before) write(candle);
        write(this.#market.forming(id, period) ?? forming);
      })
      .catch(() => write(forming));
  }

  /** Marks lines that change without a quote: a session opens or closes, or a feed falls silent. */
  #markChangedStates(): void {
    this.#markChangedBlocks();
    for (const { spec } of this.#market.entries) this.#noteState(spec.id);
  }

  /**
   * Marks a line if its state is not the one that was sent last. Called for every line sent too: the first comparison may
   * come after a socket's snapshot, and one socket's snapshot may show a change that the others have not been sent.
   */
  #noteState(id: InstrumentId): void {
    const state = `${marketStatusOf(this.#market, id)}${this.#market.isStale(id)}`;
    const sent = this.#sentState.get(id);
    this.#sentState.set(id, state);
    if (sent !== undefined && sent !== state) this.#changed.add(id);
  }

  /** Marks lines that change because a company closes, halts or reopens an instrument. */
  #markChangedBlocks(): void {
    if (this.#offers === null) return;
    const before = this.#blocks;
    this.#blocks = this.#offers.openingBlocks();
    for (const companyId of new Set([...before.keys(), ...this.#blocks.keys()])) {
      const [was, is] = [before.get(companyId), this.#blocks.get(companyId)];
      for (const id of new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])]))
        if (was?.get(id) !== is?.get(id)) this.#changed.add(id);
    }
  }

  #blocksOf({ companyId }: SocketPeer): Blocks | null {
    return companyId === null ? null : (this.#blocks.get(companyId) ?? null);
  }

  #allIds(): InstrumentId[] {
    return this.#market.entries.map(({ spec }) => spec.id);
  }

  #klineText(id: InstrumentId, period: Period, candle: Candle): string {
    const digits = this.#market.spec(id)?.digits ?? 0;
    const params = { forex_id: id, period, candle: toWireCandle(candle, digits) };
    return JSON.stringify({ type: 'KLINE', code: 1, params });
  }
}

/** Frames of one flush, by what they are made of: sockets that watch the same instruments share one. */
class SharedFrames {
  readonly #texts: DayTexts;
  readonly #byIds = new WeakMap<readonly InstrumentId[], Map<Blocks | null, Buffer>>();
  readonly #byKey = new Map<string, readonly InstrumentId[]>();

  constructor(texts: DayTexts) {
    this.#texts = texts;
  }

  of(ids: readonly InstrumentId[], blocks: Blocks | null): Buffer {
    const byBlocks = this.#byIds.get(ids) ?? this.#sameAs(ids);
    const known = byBlocks.get(blocks);
    if (known !== undefined) return known;
    const frame = frameText(this.#texts.messageOf(ids, blocks));
    byBlocks.set(blocks, frame);
    return frame;
  }

  /** Returns the frames of an equal list. */
  #sameAs(ids: readonly InstrumentId[]): Map<Blocks | null, Buffer> {
    const key = ids.join();
    const first = this.#byKey.get(key) ?? ids;
    const frames = this.#byIds.get(first) ?? new Map<Blocks | null, Buffer>();
    this.#byKey.set(key, first);
    this.#byIds.set(first, frames).set(ids, frames);
    return frames;
  }
}

function queueDay(peer: SocketPeer, frame: Buffer, touched: Set<SocketPeer>): void {
  peer.isBehind = false;
  if (peer.queueFrame(frame)) touched.add(peer);
}
