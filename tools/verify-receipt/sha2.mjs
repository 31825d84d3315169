// SHA-256 and SHA-512 by FIPS 180-4, for a browser: its own functions answer later, and only on pages served by https.

/** The first `count` primes. */
function primes(count) {
  const found = [];
  for (let at = 2; found.length < count; at += 1) if (found.every((prime) => at % prime !== 0)) found.push(at);
  return found;
}

/** The first 64 bits of the fraction of a root of a prime: of its square root (degree 2) or its cube root (degree 3). */
function rootBits(prime, degree) {
  const target = BigInt(prime) << BigInt(64 * degree);
  let low = 0n;
  let high = 1n << 72n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** BigInt(degree) <= target) low = middle;
    else high = middle;
  }
  return BigInt.asUintN(64, low);
}

// The constants of the standard are calculated here, so that nobody has to compare 152 of them.
const start512 = primes(8).map((prime) => rootBits(prime, 2));
const round512 = primes(80).map((prime) => rootBits(prime, 3));
const start256 = start512.map((bits) => Number(bits >> 32n));
const round256 = round512.slice(0, 64).map((bits) => Number(bits >> 32n));

/** The message, a bit 1, zeros, and its length in bits, to whole blocks. */
function padded(message, block, lengthBytes) {
  const bytes = new Uint8Array(Math.ceil((message.length + 1 + lengthBytes) / block) * block);
  bytes.set(message);
  bytes[message.length] = 0x80;
  new DataView(bytes.buffer).setBigUint64(bytes.length - 8, BigInt(message.length) * 8n);
  return new DataView(bytes.buffer);
}

export function ownSha256(message) {
  const view = padded(message, 64, 8);
  const state = [...start256];
  const words = Array.from({ length: 64 }, () => 0);
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let at = 0; at < 16; at += 1) words[at] = view.getUint32(block + at * 4);
    for (let at = 16; at < 64; at += 1) {
      const [a, b] = [words[at - 15], words[at - 2]];
      const first = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
      const second = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
      words[at] = (words[at - 16] + first + words[at - 7] + second) >>> 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let at = 0; at < 64; at += 1) {
      const sum1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const one = (h + sum1 + ((e & f) ^ (~e & g)) + round256[at] + words[at]) >>> 0;
      const sum0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const two = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
    }
    for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] + word) >>> 0;
  }
  const hash = new DataView(new ArrayBuffer(32));
  for (const [at, word] of state.entries()) hash.setUint32(at * 4, word);
  return new Uint8Array(hash.buffer);
}

const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));

export function ownSha512(message) {
  const view = padded(message, 128, 16);
  const state = [...start512];
  const words = Array.from({ length: 80 }, () => 0n);
  const wrap = (value) => BigInt.asUintN(64, value);
  const turn = (word, bits) => wrap((word >> bits) | (word << (64n - bits)));
  for (let block = 0; block < view.byteLength; block += 128) {
    for (let at = 0; at < 16; at += 1) words[at] = view.getBigUint64(block + at * 8);
    for (let at = 16; at < 80; at += 1) {
      const [a, b] = [words[at - 15], words[at - 2]];
      const first = turn(a, 1n) ^ turn(a, 8n) ^ (a >> 7n);
      const second = turn(b, 19n) ^ turn(b, 61n) ^ (b >> 6n);
      words[at] = wrap(words[at - 16] + first + words[at - 7] + second);
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let at = 0; at < 80; at += 1) {
      const sum1 = turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n);
      const one = h + sum1 + ((e & f) ^ (wrap(~e) & g)) + round512[at] + words[at];
      const sum0 = turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n);
      const two = sum0 + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, wrap(d + one), c, b, a, wrap(one + two)];
    }
    for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = wrap(state[at] + word);
  }
  const hash = new DataView(new ArrayBuffer(64));
  for (const [at, word] of state.entries()) hash.setBigUint64(at * 8, word);
  return new Uint8Array(hash.buffer);
}
