import type { CompanyId, InstrumentId } from '@candor/domain/values/ids';
import type { Candle, Period } from '@candor/domain/values/period';
import type { OfferView, ShownBlock } from '../../ports/offers.ts';
import type { MarketView } from '../../services/market/market-view.ts';
import { marketStatusOf, toDayLine, toWireCandle } from '../market-lines.ts';
import { frameText, type SocketPeer } from './socket-peer.ts';

interface KlineTopic {
  readonly id: InstrumentId;
  readonly period: Period;
  readonly peers: Set<SocketPeer>;
  /** Start of the last candle sent. */
  sentMs: number;
}

type Blocks = ReadonlyMap<InstrumentId, ShownBlock>;

/** Most finished candles sent after a pause; beyond them the chart reloads. */
const catchUpCandles = 60;

/**
 * Creates the market topics: quotes and forming candles to sockets, a few times a second (R-SOC-06). Quotes mark their
 * instrument; a flush encodes one frame for all sockets that watch everything, so that the cost of a quote does not
 * grow with the sockets. Only companies with opening blocks have their own frames.
 */
export class MarketTopics {
  readonly #market: MarketView;
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
    peer.send(this.#dayText(shown, this.#blocksOf(peer)));
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
    this.#flushAll(changed);
    this.#flushSome(changed);
    for (const topic of this.#klines.values()) {
      if (moved.has(topic.id)) this.#flushKline(topic);
    }
  }

  #flushAll(changed: readonly InstrumentId[]): void {
    if (this.#all.size === 0) return;
    const frames = new Map<Blocks | null, Buffer>();
    const snapshots = new Map<Blocks | null, Buffer>();
    for (const peer of this.#all) {
      const blocks = this.#blocksOf(peer);
      const ready = peer.isBehind ? snapshots : frames;
      const ids = peer.isBehind ? this.#allIds() : changed;
      const frame = ready.get(blocks) ?? frameText(this.#dayText(ids, blocks));
      ready.set(blocks, frame);
      peer.isBehind = false;
      peer.sendFrame(frame);
    }
  }

  #flushSome(changed: readonly InstrumentId[]): void {
    for (const [peer, own] of this.#some) {
      const ids = peer.isBehind ? [...own] : changed.filter((id) => own.has(id));
      peer.isBehind = false;
      if (ids.length > 0) peer.sendFrame(frameText(this.#dayText(ids, this.#blocksOf(peer))));
    }
  }

  #flushKline(topic: KlineTopic): void {
    const { id, period, peers } = topic;
    const forming = this.#market.forming(id, period);
    if (forming === null) return;
    const before = topic.sentMs;
    topic.sentMs = forming.timeMs;
    const write = (candle: Candle) => {
      const frame = frameText(this.#klineText(id, period, candle));
      for (const peer of peers) peer.sendFrame(frame);
    };
    if (before === 0 || forming.timeMs <= before) {
      write(forming);
      return;
    }
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

  #dayText(ids: readonly InstrumentId[], blocks: Blocks | null): string {
    const lines = ids.map((id) => toDayLine(this.#market, id, blocks?.get(id) ?? null)).filter((line) => line !== null);
    return JSON.stringify({ type: 'DAY_MARKET', code: 1, params: lines });
  }

  #klineText(id: InstrumentId, period: Period, candle: Candle): string {
    const digits = this.#market.spec(id)?.digits ?? 0;
    const params = { forex_id: id, period, candle: toWireCandle(candle, digits) };
    return JSON.stringify({ type: 'KLINE', code: 1, params });
  }
}
