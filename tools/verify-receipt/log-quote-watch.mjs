// Looks for the quotes that receipts name among those of a log. One that is absent is a fault only where the log has the
// quotes of its whole time: from the quote's own until shortly after the fill.
import { readQuotes } from './log-quotes.mjs';

/** A quote is logged before the fill that it decides; clocks of feeds may be ahead by less than this. */
const lateMs = 5_000;

/** Follows the quotes of a log for those wanted. */
export class QuoteWatch {
  #wanted = new Map();
  /** Times without a gap: from the first second of quotes to the last one. */
  #spans = [];

  /** Adds every quote that a receipt names. */
  want(receipt) {
    for (const quote of quotesOf(receipt)) {
      const wanted = { id: receipt.id, time: receipt.time, quote, places: new Set(), others: new Set() };
      const others = this.#wanted.get(quote.seq);
      if (others === undefined) this.#wanted.set(quote.seq, [wanted]);
      else others.push(wanted);
    }
  }

  /** Takes a leaf of quotes. */
  take(entry) {
    if (this.#wanted.size === 0) return;
    const { second, source, quotes } = readQuotes(entry);
    const span = this.#spans.at(-1);
    if (span === undefined || span.isOver) this.#spans.push({ from: second, to: second, isOver: false });
    else span.to = Math.max(span.to, second);
    for (const found of quotes)
      for (const wanted of this.#wanted.get(found.seq) ?? []) {
        // Each instrument and each log of ticks has a sequence of its own: only quotes of that source and time are
        // meant, and those may be of several instruments.
        const { quote } = wanted;
        if (quote.source !== source || quote.time !== found.timeMs) continue;
        const isSame = ticksOf(quote.bid) === found.bid && ticksOf(quote.ask) === found.ask;
        (isSame ? wanted.places : wanted.others).add(found.instrumentId);
      }
  }

  /** Takes the statement of the log that it lacks the quotes from here to the next ones. */
  takeGap() {
    const span = this.#spans.at(-1);
    if (span !== undefined) span.isOver = true;
  }

  /** Findings `{ id, ok, text }`; `instruments` has number and digits of each code that the log's catalogue has. */
  findings(instruments) {
    const faults = [];
    const open = new Map();
    for (const wanted of [...this.#wanted.values()].flat()) {
      const { ok, text } = this.#judge(wanted, instruments.get(wanted.quote.code));
      if (ok === false) faults.push({ id: wanted.id, ok, text });
      if (ok === null)
        open.set(`${wanted.id} ${text}`, {
          id: wanted.id,
          text,
          count: 1 + (open.get(`${wanted.id} ${text}`)?.count ?? 0),
        });
    }
    return [
      ...faults,
      ...[...open.values()].map(({ id, text, count }) => {
        return { id, ok: null, text: `${count} of the quotes that it names ${text}` };
      }),
    ];
  }

  #judge({ quote, time, places, others }, known) {
    const id = quote.instrumentId ?? known?.id ?? null;
    const isFound = id === null ? places.size > 0 : places.has(id);
    if (isFound && (known === undefined || known.digits.has(digitsOf(quote)))) return { ok: true };
    if (isFound) return { ok: false, text: `OTHER QUOTE: quote ${quote.seq} has not the digits of ${quote.code}` };
    if (id === null ? others.size > 0 : others.has(id))
      return { ok: false, text: `OTHER QUOTE: quote ${quote.seq} of the log is not the one that it names` };
    const span = this.#spans.find(({ from, to }) => from * 1_000 <= quote.time && time + lateMs <= to * 1_000);
    if (span !== undefined && places.size > 0)
      return { ok: false, text: `OTHER QUOTE: quote ${quote.seq} of the log is one of another instrument` };
    const named = `quote ${quote.seq} of ${quote.source} at ${timeOf(quote.time)}`;
    if (span !== undefined)
      return { ok: false, text: `QUOTE NOT IN LOG: ${named}; the log has the others of that time` };
    const last = this.#spans.at(-1);
    const isLater = last !== undefined && time + lateMs > last.to * 1_000;
    return {
      ok: null,
      text: isLater
        ? 'are not in the log yet: it has the quotes before the fill only; read it again'
        : 'are of a time whose quotes the log does not have, as it says or because it began later',
    };
  }
}

/** Every quote that a receipt names, with the code of its instrument, and the number where the receipt states it. */
function quotesOf({ instrument, quote, rate, reason, rules, swaps }) {
  const named = (one, code, instrumentId = null) => (one == null ? [] : [{ ...one, code, instrumentId }]);
  const pair = (one) => named(one?.pair, one?.pair?.instrument);
  return [
    ...named(quote, instrument, rules.instrument),
    ...pair(rate),
    ...named(reason?.kind === 'trailed' ? reason.quote : null, instrument, rules.instrument),
    ...(reason?.kind === 'stop-out' ? reason.positions : []).flatMap((one) => [
      ...named(one.quote, one.instrument),
      ...pair(one.rate),
    ]),
    ...(swaps?.steps ?? []).flatMap((step) => pair(step.rate)),
  ];
}

const ticksOf = (price) => Number(price.replace('.', ''));
const digitsOf = ({ bid }) => bid.split('.')[1]?.length ?? 0;

function timeOf(ms) {
  return Number.isSafeInteger(ms) && Math.abs(ms) < 8e15 ? new Date(ms).toISOString() : String(ms);
}
