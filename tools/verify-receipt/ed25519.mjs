// Verifies Ed25519 signatures by RFC 8032, section 5.1.7, in big integers. Nothing here is secret, so nothing needs equal
// time. Slower than a browser's own function, and there in every browser.
import { joined } from './bytes.mjs';
import { ownSha512 } from './sha2.mjs';

/** The field's prime, the order of the base point, and the curve's constant −121665/121666. */
const prime = 2n ** 255n - 19n;
const order = 2n ** 252n + 27742317777372353535851937790883648493n;
const curve = modulo(-121665n * inverse(121666n));
const rootOfMinusOne = power(2n, (prime - 1n) / 4n);

function modulo(value) {
  const rest = value % prime;
  return rest < 0n ? rest + prime : rest;
}

function power(base, exponent) {
  let result = 1n;
  for (let [rest, square] = [exponent, modulo(base)]; rest > 0n; rest >>= 1n, square = modulo(square * square))
    if (rest % 2n === 1n) result = modulo(result * square);
  return result;
}

function inverse(value) {
  return power(value, prime - 2n);
}

/** Points are X, Y, Z, T with x = X/Z, y = Y/Z and x·y = T/Z. */
const neutral = { x: 0n, y: 1n, z: 1n, t: 0n };

function sum(a, b) {
  const first = modulo((a.y - a.x) * (b.y - b.x));
  const second = modulo((a.y + a.x) * (b.y + b.x));
  const third = modulo(2n * a.t * b.t * curve);
  const fourth = modulo(2n * a.z * b.z);
  const [e, f, g, h] = [second - first, fourth - third, fourth + third, second + first];
  return { x: modulo(e * f), y: modulo(g * h), z: modulo(f * g), t: modulo(e * h) };
}

function multiple(point, factor) {
  let result = neutral;
  for (let [rest, double] = [factor, point]; rest > 0n; rest >>= 1n, double = sum(double, double))
    if (rest % 2n === 1n) result = sum(result, double);
  return result;
}

/** A number from bytes, the lowest first. */
function numberOf(bytes) {
  return bytes.reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
}

/** The point of 32 bytes: y, and the lowest bit of x as the highest bit. Null if there is none. */
function pointOf(bytes) {
  const all = numberOf(bytes);
  const y = BigInt.asUintN(255, all);
  if (y >= prime) return null;
  const square = modulo((y * y - 1n) * inverse(curve * y * y + 1n));
  let x = power(square, (prime + 3n) / 8n);
  if (modulo(x * x - square) !== 0n) x = modulo(x * rootOfMinusOne);
  if (modulo(x * x - square) !== 0n) return null;
  const isOdd = all >> 255n === 1n;
  if (x === 0n && isOdd) return null;
  if ((x % 2n === 1n) !== isOdd) x = prime - x;
  return { x, y, z: 1n, t: modulo(x * y) };
}

const base = (() => {
  const y = modulo(4n * inverse(5n));
  const bytes = new Uint8Array(32);
  for (let [at, rest] = [0, y]; at < 32; at += 1, rest /= 256n) bytes[at] = Number(rest % 256n);
  return pointOf(bytes);
})();

/** True if the owner of this key of 32 bytes signed these bytes: s·B = R + H(R ‖ A ‖ message)·A. */
export function ownVerify(publicKey, message, signature) {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  const [start, factor] = [signature.subarray(0, 32), numberOf(signature.subarray(32))];
  const [key, point] = [pointOf(publicKey), pointOf(start)];
  if (key === null || point === null || factor >= order) return false;
  const hash = numberOf(ownSha512(joined(start, publicKey, message))) % order;
  const [left, right] = [multiple(base, factor), sum(point, multiple(key, hash))];
  return modulo(left.x * right.z - right.x * left.z) === 0n && modulo(left.y * right.z - right.y * left.z) === 0n;
}
