// Checks that an account is counted in a day's total owed to clients, by docs/liabilities.md and without code shared with
// the platform.
import { fromHex, isSame, joined, toHex, utf8 } from './bytes.mjs';
import { compare, decimal, evenAt6, figures, plus, whole } from './fraction.mjs';
import { keyError, leafOf, readCheckpoint, readProof, rootFrom } from './log-note.mjs';
import { sha256 } from './primitives.mjs';

const version = 'candor-liabilities-1';
const sumMax = 2n ** 63n - 1n;

/** Returns the checks of one proof as { ok, text }; ok is null for what cannot be checked without the log's key. */
export function liabilityChecks(proof, key) {
  let total;
  try {
    total = readForm(proof);
  } catch (error) {
    return [{ ok: false, text: `The proof cannot be read: ${error.message}.` }];
  }
  return [
    { ok: true, text: `It has the form ${version}, for ${proof.currency} of ${proof.day}.` },
    ...sumChecks(proof, total),
    ...claimsChecks(total),
    ...logChecks(proof, key).map((check) => ({ ...check, group: 'log' })),
  ];
}

function readForm(proof) {
  if (proof?.version !== version) throw new Error(`its version is ${JSON.stringify(proof?.version)}`);
  const total = JSON.parse(proof.text);
  if (total.version !== version) throw new Error('its total has another version');
  for (const name of ['day', 'currency'])
    if (total[name] !== proof[name]) throw new Error(`its total is of another ${name}`);
  if (!Number.isSafeInteger(total.height) || total.height < 1 || total.height > 60)
    throw new Error('its tree has no height');
  return total;
}

function sumChecks(proof, total) {
  const { account, amount, position, path } = proof;
  const steps = Array.isArray(path) && path.length === total.height && position >= 0 && position < 2 ** total.height;
  if (!steps || !Number.isSafeInteger(position))
    return [{ ok: false, text: `Its path has ${total.height} steps, and fits the position.` }];
  let node;
  try {
    node = rootOf(proof);
  } catch (error) {
    return [{ ok: false, text: `The sums of its path are amounts: ${error.message}.` }];
  }
  return [
    { ok: true, text: `${path.length} sums beside the path, none below zero.` },
    {
      ok: toHex(node.hash) === total.root,
      text: `Account ${account} with ${amount} leads to the root ${total.root}.`,
      ...figures(toHex(node.hash), total.root),
    },
    {
      ok: node.sum === micros(total.sum),
      text: `The sums along the path add up to ${sumText(node.sum)}; the total states ${total.sum}.`,
      ...figures(sumText(node.sum), total.sum),
    },
  ];
}

/** The claims are beside the sum; older totals name none. */
function claimsChecks({ claims }) {
  if (claims === undefined) return [];
  try {
    micros(claims);
  } catch (error) {
    return [{ ok: false, text: `The claims against clients below zero are an amount: ${error.message}.` }];
  }
  return [{ ok: true, text: `Clients below zero owe ${claims}, which is not taken from the sum.` }];
}

function rootOf({ log, day, currency, account, amount, salt, position, path }) {
  const name = `${log} ${day} ${currency} ${account}`;
  const own = micros(amount);
  let node = { sum: own, hash: sha256(Uint8Array.of(0), bytesOf(salt), eight(own), utf8(name)) };
  let at = position;
  for (const step of path) {
    const sibling = { sum: micros(step.sum), hash: bytesOf(step.hash) };
    const [left, right] = at % 2 === 0 ? [node, sibling] : [sibling, node];
    const hash = sha256(Uint8Array.of(1), eight(left.sum), left.hash, eight(right.sum), right.hash);
    node = { sum: left.sum + right.sum, hash };
    at = Math.floor(at / 2);
  }
  return node;
}

function bytesOf(hex) {
  const bytes = fromHex(hex, 32);
  if (bytes === null) throw new Error('a hash or salt is not 32 bytes in hex');
  return bytes;
}

/** Millionths of a decimal text, from zero to what eight bytes hold. */
function micros(text) {
  const value = decimal(text);
  if (compare(value, whole(0)) < 0) throw new Error(`${text} is below zero`);
  const rounded = evenAt6(value);
  if (compare(decimal(rounded), value) !== 0) throw new Error(`${text} has more than six decimals`);
  const found = BigInt(rounded.replace('.', ''));
  if (found > sumMax) throw new Error(`${text} is too large`);
  return found;
}

function sumText(value) {
  return evenAt6(plus({ over: value, under: 1_000_000n }, whole(0)));
}

function eight(value) {
  if (value > sumMax) throw new Error('a sum is too large');
  const bytes = new Uint8Array(8);
  for (let at = 7, rest = value; at >= 0; at -= 1, rest /= 256n) bytes[at] = Number(rest % 256n);
  return bytes;
}

function logChecks({ log, text, log_proof: given }, key) {
  if (given === null || given === undefined)
    return [{ ok: null, text: 'The total is not in the public log yet: download the proof again after 30 seconds.' }];
  if (key === null)
    return [{ ok: null, text: 'Whether the total is in the public log was not checked: name its key with --log-key.' }];
  try {
    if (key.name !== log) throw keyError(`the total is of the log ${log}, and the key of ${key.name}`);
    const proof = readProof(given, false);
    const checkpoint = readCheckpoint(proof.checkpoint, key);
    const leaf = leafOf(joined(Uint8Array.of(5), utf8(text)));
    const root = rootFrom(leaf, proof.index, checkpoint.size, proof.hashes);
    return [
      { ok: true, text: `The log ${key.name} signed its first ${checkpoint.size} entries.` },
      {
        ok: root !== null && isSame(root, checkpoint.root),
        ...figures(root === null ? 'none' : toHex(root), toHex(checkpoint.root)),
        text: `The total is entry ${proof.index} of them: ${proof.hashes.length} hashes lead to the signed root.`,
      },
    ];
  } catch (error) {
    return [
      { ok: false, isKey: error.isKey === true, text: `The proof of the public log cannot be used: ${error.message}.` },
    ];
  }
}
