#!/usr/bin/env node
// Recomputes every fill of a day from a company's public log and the receipts of a trader. This file is all that is
// needed: Node 20 or newer, no packages, nothing of the platform. Copy it, read it, change it.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

const usage = `Usage: node recompute-day.mjs <url of the log> --key <key of the log> --receipts <url or file>… [--day 2026-11-27] [--token <session>]

Downloads the checkpoint, the hashes of the whole log, and the entries of the day; rebuilds the signed root; finds each
receipt and each quote in it; compares contract size, digits, margin, fee and swap with the catalogue in the log, for
whose leaves it also reads from the log's beginning; and calculates price, margin, fee, profit, swap and stop-out again.`;

const fileMax = 256 * 65_537;
const sha = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const say = (line) => process.stdout.write(`${line}\n`);
const node = (left, right) => sha(Buffer.of(1), left, right);

// ---------- Reading ----------

async function get(url, token) {
  for (let tries = 1; ; tries += 1) {
    const headers = token === undefined ? {} : { authorization: token };
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(30_000) });
    if (answer.ok) {
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (bytes.length > fileMax) throw new Error(`${url} is too long`);
      return bytes;
    }
    if (![429, 503].includes(answer.status) || tries === 30) throw new Error(`${url} answers ${answer.status}`);
    await new Promise((resolve) =>
      setTimeout(resolve, Math.min(10, Number(answer.headers.get('retry-after')) || 1) * 1_000),
    );
  }
}

/** Opens the checkpoint with the key of the log: name+id+base64. */
function openCheckpoint(note, key) {
  const [, name, , base64] = /^([^+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(key.trim()) ?? [];
  if (name === undefined) throw new Error('the key is not of the form name+id+key');
  const raw = Buffer.from(base64, 'base64');
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: raw.subarray(1).toString('base64url') };
  const end = note.lastIndexOf('\n\n');
  const text = note.slice(0, end + 1);
  const isSigned = note
    .slice(end + 2)
    .split('\n')
    .some((line) => {
      const [, signer, signature] = /^— (\S+) (\S+)$/.exec(line) ?? [];
      const bytes = Buffer.from(signature ?? '', 'base64').subarray(4);
      return signer === name && verify(null, Buffer.from(text), createPublicKey({ key: jwk, format: 'jwk' }), bytes);
    });
  const [origin, size, root] = text.split('\n');
  if (!isSigned || origin !== name) throw new Error('the checkpoint is not signed by the log');
  return { size: Number(size), root: Buffer.from(root, 'base64') };
}

function pathOf(level, index, width) {
  let path = String(index % 1_000).padStart(3, '0');
  for (let rest = Math.floor(index / 1_000); rest > 0; rest = Math.floor(rest / 1_000))
    path = `x${String(rest % 1_000).padStart(3, '0')}/${path}`;
  return `tile/${level}/${path}${width < 256 ? `.p/${width}` : ''}`;
}

/** Root of a tree from its leaves' hashes: perfect subtrees, merged like digits of a binary number. */
function rootOf(leaves) {
  const peaks = [];
  for (const [at, leaf] of leaves.entries()) {
    let hash = leaf;
    for (let rest = at; rest % 2 === 1; rest = (rest - 1) / 2) hash = node(peaks.pop(), hash);
    peaks.push(hash);
  }
  return peaks.length === 0 ? sha() : peaks.reduceRight((right, left) => node(left, right));
}

/**
 * Reads the log; keeps the entries of the day, the quotes whose source, number and time are among the `named`, and the
 * catalogue: read from the beginning until it has each instrument and version that is among them.
 */
async function readLog(url, key, day, named) {
  const { size, root } = openCheckpoint((await get(`${url}/checkpoint`)).toString(), key);
  const leaves = [];
  for (let at = 0; at < size; at += 256) {
    const width = Math.min(256, size - at);
    const tile = await get(`${url}/${pathOf(0, at / 256, width)}`);
    for (let one = 0; one < width; one += 1) leaves.push(tile.subarray(one * 32, one * 32 + 32));
  }
  if (!rootOf(leaves).equals(root)) throw new Error('the hashes do not have the signed root');
  const [fromSecond, toSecond] = [Date.parse(day) / 1_000, Date.parse(day) / 1_000 + 86_400];
  const entries = new Map();
  const quotes = new Map();
  const catalogue = new Map();
  let quoteCount = 0;
  let isBefore = false;
  const readBundle = async (bundle) => {
    const bytes = await get(`${url}/${pathOf('entries', bundle, Math.min(256, size - bundle * 256))}`);
    for (let [at, index] = [0, bundle * 256]; at < bytes.length; index += 1) {
      const entry = bytes.subarray(at + 2, at + 2 + bytes.readUInt16BE(at));
      at += 2 + entry.length;
      if (!sha(Buffer.of(0), entry).equals(leaves[index]))
        throw new Error(`entry ${index} is not the one that was signed`);
      entries.set(index, entry);
      if (entry[0] === 3) takeRule(JSON.parse(entry.subarray(1).toString()), catalogue);
      if (entry[0] !== 1) continue;
      const { second, source, list } = readQuotes(entry);
      if (second < fromSecond) isBefore = true;
      if (second < fromSecond || second >= toSecond) continue;
      quoteCount += list.length;
      // Each instrument counts its own quotes: several may have the same number and time.
      for (const quote of list) {
        const name = `${source} ${quote.seq} ${quote.time}`;
        if (named.has(name)) quotes.set(name, [...(quotes.get(name) ?? []), quote]);
      }
    }
  };
  // From the newest bundle back, until one lies before the day.
  let bundle = Math.floor((size - 1) / 256);
  for (; bundle >= 0 && !isBefore; bundle -= 1) await readBundle(bundle);
  const isMissing = (name) => name.startsWith('catalogue ') && !catalogue.has(name);
  for (let first = 0; first <= bundle && [...named].some(isMissing); first += 1) await readBundle(first);
  return { size, entries, quotes, quoteCount, catalogue };
}

/** Keeps a version of an instrument in the catalogue by its number, and the number by its code. */
function takeRule({ rule, instrumentId, version, facts }, catalogue) {
  if (rule !== 'catalogue') return;
  catalogue.set(`catalogue ${instrumentId} ${version}`, facts);
  catalogue.set(`catalogue ${facts.code}`, instrumentId);
}

/** Reads a second of quotes: numbers in groups of seven bits, each less the one before. */
function readQuotes(entry) {
  let at = 1;
  const count = () => {
    for (let [value, scale] = [0, 1]; ; scale *= 128) {
      const byte = entry[at++];
      if (byte === undefined) throw new Error('a second of quotes is cut off');
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  const signed = () => {
    const value = count();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  };
  const second = count();
  const length = count();
  const source = entry.subarray(at, (at += length)).toString();
  const list = [];
  let [instrument, seq] = [0, 0];
  for (let groups = count(); groups > 0; groups -= 1) {
    instrument += count();
    let [time, bid] = [second * 1_000, 0];
    for (let left = count(); left > 0; left -= 1) {
      [seq, time, bid] = [seq + signed(), time + signed(), bid + signed()];
      list.push({ instrument, seq, time, bid, ask: bid + signed() });
    }
  }
  return { second, source, list };
}

// ---------- Arithmetic: exact fractions ----------

const frac = (text) => {
  const [, sign, whole, digits = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  return [BigInt(`${sign}${whole}${digits}`), 10n ** BigInt(digits.length)];
};
const times = (...list) => list.reduce(([a, b], [c, d]) => [a * c, b * d]);
const plus = ([a, b], [c, d]) => [a * d + c * b, b * d];
const less = (a, [c, d]) => plus(a, [-c, d]);
const over = (a, [c, d]) => times(a, [d, c]);
const sign = ([a, b]) => (a === 0n ? 0 : a > 0n === b > 0n ? 1 : -1);
const floor = ([a, b]) => (a % b !== 0n && a < 0n ? a / b - 1n : a / b);
/** Micro units, rounded up, or to the nearest with ties to even. */
const up = (value) => -floor(times(value, [-1_000_000n, 1n]));
const even = (value) => {
  const micros = times(value, [1_000_000n, 1n]);
  const down = floor(micros);
  const rest = sign(less(times(less(micros, [down, 1n]), [2n, 1n]), [1n, 1n]));
  return rest > 0 || (rest === 0 && down % 2n !== 0n) ? down + 1n : down;
};
const micros = (text) => even(frac(text));

// ---------- Fills ----------

/** Recomputes a receipt by the log; throws with the reason if it does not hold. */
function recompute(one, { entries, quotes, size, catalogue }) {
  const receipt = JSON.parse(one.text);
  const [, salt, index] = /^c2sp\.org\/tlog-proof@v1\nextra (\S+)\nindex (\d+)\n/.exec(one.log_proof ?? '') ?? [];
  if (index === undefined) throw new Error('it carries no proof');
  const leaf = Buffer.concat([Buffer.of(2), sha(Buffer.from(salt, 'base64'), one.text)]);
  if (Number(index) >= size || !entries.get(Number(index))?.equals(leaf))
    throw new Error(`it is not entry ${index} of the log`);
  const idOf = (code) => catalogue.get(`catalogue ${code}`);
  const logged = (named, instrument) => {
    const found = quotes.get(`${named.source} ${named.seq} ${named.time}`);
    const digits = named.bid.split('.')[1]?.length ?? 0;
    const text = (ticks) => (Number(ticks) / 10 ** digits).toFixed(digits);
    if (found === undefined) throw new Error(`quote ${named.seq} is not in the log of this day`);
    const isNamed = (one) =>
      text(one.bid) === named.bid && text(one.ask) === named.ask && [undefined, one.instrument].includes(instrument);
    if (!found.some(isNamed)) throw new Error(`quote ${named.seq} is another in the log`);
    return { bid: frac(named.bid), ask: frac(named.ask) };
  };
  const rateOf = ({ from, to, pair }) => {
    if (pair === null && from === to) return [1n, 1n];
    const { bid, ask } = logged(pair, idOf(pair.instrument));
    const middle = over(plus(bid, ask), [2n, 1n]);
    return pair.inverse ? over([1n, 1n], middle) : middle;
  };
  const same = (name, stated, expected) => {
    if (micros(stated) !== expected)
      throw new Error(`its ${name} is ${stated}, and is calculated as ${expected} millionths`);
  };
  requireCatalogue(receipt, catalogue);
  const { quote, side, lots, leverage, contract, openPrice } = receipt;
  const isOpening = openPrice === null;
  const fill = logged(quote, receipt.rules?.instrument)[isOpening === (side === 'buy') ? 'ask' : 'bid'];
  if (sign(less(fill, frac(receipt.price))) !== 0) throw new Error('its price is not that of its quote');
  const rate = rateOf(receipt.rate);
  const units = times(frac(lots), frac(contract.unitsPerLot));
  const profitOf = (position, price, at) => {
    const move = less(price, frac(position.openPrice));
    const amount = times(move, frac(position.lots), frac(position.unitsPerLot ?? contract.unitsPerLot), at);
    return even(times(amount, [position.side === 'buy' ? 1n : -1n, 1n]));
  };
  if (isOpening) {
    const value = times(units, fill, rate);
    const isFixed = contract.marginMode === 'fixed-per-lot';
    same(
      'margin',
      receipt.margin,
      up(isFixed ? times(frac(lots), frac(contract.marginPerLot)) : over(value, [BigInt(leverage), 1n])),
    );
    same('fee', receipt.fee, even(times(contract.feeType === 'per-lot' ? frac(lots) : value, frac(contract.feeRate))));
    return receipt;
  }
  same('profit', receipt.profit, profitOf(receipt, fill, rate));
  if (receipt.swaps != null && receipt.swaps.whole) same('swap', receipt.swap, swapOf(receipt));
  if (receipt.reason?.kind === 'stop-out')
    requireOut(receipt.reason, profitOf, (one) => logged(one.quote, idOf(one.instrument)), rateOf);
  return receipt;
}

/** Compares a receipt with the catalogue's version that it names; what the company has set itself is not the catalogue's. */
function requireCatalogue({ instrument, contract, rules, swaps, side }, catalogue) {
  if (!rules?.catalogue) return;
  const factsOf = (version) => {
    const facts = catalogue.get(`catalogue ${rules.instrument} ${version}`);
    if (facts === undefined) throw new Error(`the log has no version ${version} of the catalogue`);
    return facts;
  };
  const facts = factsOf(rules.catalogue);
  const same = (name, stated, value, digits) => {
    if (sign(less(frac(String(stated)), [BigInt(value), 10n ** BigInt(digits)])) !== 0)
      throw new Error(`its ${name} is ${stated}, and not that of the catalogue`);
  };
  if (facts.code !== instrument || facts.marginMode !== contract.marginMode)
    throw new Error('instrument or kind of margin are not those of the catalogue');
  same('contract size', contract.unitsPerLot, facts.unitsPerLot, 0);
  same('count of digits', contract.digits, facts.digits, 0);
  same('margin a lot', contract.marginPerLot, facts.marginPerLotMicros, 6);
  if (rules.terms === null) same('rate of the fee', contract.feeRate, facts.feeRateE8, 8);
  for (const { kind, terms, catalogue: version, points } of swaps?.steps ?? []) {
    if (kind !== 'night' || terms !== null || !version) continue;
    const { swapLongE2, swapShortE2 } = factsOf(version);
    same('swap a night', points, side === 'buy' ? swapLongE2 : swapShortE2, 2);
  }
}

/** Share of the closed lots in what every night charged and every part took along. */
function swapOf({ swaps, lots }) {
  let total = 0n;
  for (const step of swaps.steps) {
    const inQuote = (one) =>
      times(frac(one.points), [1n, 10n ** BigInt(one.digits)], frac(one.unitsPerLot), frac(one.lots));
    const rate = (one) => [BigInt(one.rate.numerator), BigInt(one.rate.denominator)];
    if (step.kind === 'part') total -= micros(step.amount);
    else total += even(times(inQuote(step), [BigInt(step.nights), 1n], rate(step)));
  }
  return floor(over(times([total, 1n], frac(lots)), frac(swaps.lots)));
}

function requireOut({ balance, stopOutPercent, positions }, profitOf, logged, rateOf) {
  let [equity, margin] = [micros(balance), 0n];
  for (const position of positions) {
    const price = logged(position)[position.side === 'buy' ? 'bid' : 'ask'];
    equity += profitOf(position, price, rateOf(position.rate)) + micros(position.swap);
    margin += micros(position.margin);
  }
  if (equity * 100n > margin * BigInt(stopOutPercent)) throw new Error('the account was not at its stop-out level');
}

// ---------- The program ----------

// Ends quietly when the reader of the output has gone, as `| head` does.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(141);
});

async function main([url, ...given]) {
  const options = { '--key': [], '--day': [], '--token': [], '--receipts': [] };
  let [option, isKnown] = [null, true];
  for (const one of given) {
    if (one.startsWith('--')) option = one;
    else options[option]?.push(one);
    isKnown &&= Object.hasOwn(options, option);
  }
  const [[key], [day], [token]] = ['--key', '--day', '--token'].map((name) => options[name]);
  if (url === undefined || !isKnown || key === undefined || options['--receipts'].length === 0) {
    say(usage);
    return 2;
  }
  const all = [];
  for (const place of options['--receipts']) {
    const text = /^https?:/.test(place) ? await get(place, token) : readFileSync(place, 'utf8');
    const content = JSON.parse(text.toString());
    all.push(...[content.data ?? content.receipts ?? content].flat());
  }
  const today = day ?? new Date().toISOString().slice(0, 10);
  const named = new Set();
  const isOfDay = ({ text }) => {
    const { time, rules } = JSON.parse(text, (_, value) => {
      if (value?.seq !== undefined) named.add(`${value.source} ${value.seq} ${value.time}`);
      return value;
    });
    if (rules?.catalogue) named.add(`catalogue ${rules.instrument} ${rules.catalogue}`);
    return new Date(time).toISOString().startsWith(today);
  };
  const receipts = all.filter(isOfDay);
  const keyText = existsSync(key) ? readFileSync(key, 'utf8') : key;
  const log = await readLog(url.replace(/\/+$/, ''), keyText, today, named);
  if (receipts.length < all.length) say(`– ${all.length - receipts.length} fills are of other days: see --day.`);
  say(`The log has ${log.size} signed entries, and ${log.quoteCount} quotes on ${today}.`);
  let failed = 0;
  for (const one of receipts)
    try {
      const { id, side, lots, instrument, price, time } = recompute(one, log);
      say(`✓ ${new Date(time).toISOString()} ${id}: ${side} ${lots} ${instrument} at ${price}`);
    } catch (error) {
      failed += 1;
      say(`✗ ${one.id}: ${error.message}`);
    }
  say(
    failed === 0
      ? `RECOMPUTED. All ${receipts.length} fills are as stated.`
      : `NOT AS STATED: ${failed} of ${receipts.length} fills.`,
  );
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  say(`✗ ${error.message}`);
  return 1;
});
