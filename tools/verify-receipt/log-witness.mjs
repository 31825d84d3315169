// Cosignatures of witnesses, and the policy that says how many are needed (C2SP tlog-cosignature and tlog-policy).
import { fromBase64, isSame, toHex, utf8 } from './bytes.mjs';
import { base64 } from './log-note.mjs';
import { sha256, verifySignature } from './primitives.mjs';

const cosignature = 4;
const membersMax = 64;

/** Reads the public key of a witness: name+id+key, of the kind that cosigns. */
function readWitnessKey(text) {
  const [, name, id, key] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim()) ?? [];
  if (name === undefined) throw new Error('The key of a witness is not of the form name+id+key');
  const bytes = base64(key, 33);
  const hash = sha256(utf8(`${name}\n`), bytes).subarray(0, 4);
  if (bytes[0] !== cosignature || toHex(hash) !== id)
    throw new Error(`The key of the witness ${name} does not fit its id, or is not one that cosigns`);
  return { name, hash, id, publicKey: bytes.subarray(1) };
}

/** Time in seconds at which a witness cosigned a checkpoint; null if it did not. Throws for a false cosignature. */
function cosignedAt(note, { name, hash, publicKey }) {
  const end = note.lastIndexOf('\n\n');
  const text = note.slice(0, end + 1);
  for (const line of note.slice(end + 2, -1).split('\n')) {
    const [, signer, value] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    if (signer !== name) continue;
    const bytes = fromBase64(value ?? '');
    if (bytes === null || bytes.length < 4) throw new Error(`the cosignature of ${name} is none`);
    if (!isSame(bytes.subarray(0, 4), hash)) continue;
    if (bytes.length !== 76) throw new Error(`the cosignature of ${name} is none`);
    const seconds = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(4);
    const signed = utf8(`cosignature/v1\ntime ${seconds}\n${text}`);
    if (!verifySignature(publicKey, signed, bytes.subarray(12)))
      throw new Error(`the cosignature of ${name} does not fit the checkpoint`);
    return Number(seconds);
  }
  return null;
}

/**
 * Policy of a reader: that every one of the witnesses with these keys, or that the text of a policy says; null without
 * any. Throws if both are given: one of them would be left out.
 */
export function policyOf(keys, text) {
  if (text !== undefined && keys.length > 0) throw new Error('Give --witness or --policy, not both');
  if (text !== undefined) return readPolicy(text);
  if (keys.length === 0) return null;
  const members = keys.map((key) => readWitnessKey(key));
  return { members, isMet: (ids) => members.every(({ id }) => ids.has(id)) };
}

/** Reads a policy: lines `witness <name> <key> [url]`, `group <name> <any|all|k> <member>…`, `quorum <name|none>`. */
function readPolicy(text) {
  const parts = new Map([['none', () => true]]);
  const members = [];
  let quorum = null;
  const define = (name, isMet) => {
    if (name === undefined || parts.has(name)) throw new Error(`The policy defines ${name} twice`);
    parts.set(name, isMet);
  };
  for (const line of text.split('\n')) {
    const [kind, name, value, ...rest] = line.split('#')[0].trim().split(/\s+/);
    if (kind === '' || kind === 'log') continue;
    if (kind === 'witness') {
      const key = readWitnessKey(value ?? '');
      define(name, (ids) => ids.has(key.id));
      members.push(key);
    } else if (kind === 'group') {
      const inner = rest.map((one) => parts.get(one) ?? unknown(one));
      define(name, groupOf(value, inner));
    } else if (kind === 'quorum' && quorum === null) quorum = parts.get(name) ?? unknown(name);
    else throw new Error(`The policy has a line that is none: ${line}`);
    if (members.length > membersMax) throw new Error(`A policy has at most ${membersMax} witnesses`);
  }
  if (quorum === null) throw new Error('The policy names no quorum');
  return { members, isMet: quorum };
}

function groupOf(count, inner) {
  const least = count === 'all' ? inner.length : count === 'any' ? 1 : Number(count);
  if (!Number.isSafeInteger(least) || least < 1 || least > inner.length)
    throw new Error(`A group of ${inner.length} cannot need ${count}`);
  return (ids) => inner.filter((isMet) => isMet(ids)).length >= least;
}

function unknown(name) {
  throw new Error(`The policy does not define ${name}`);
}

/** Names that signed a checkpoint beside its log, as they are written: their signatures are not checked. */
export function cosignersOf(note, origin) {
  const lines = note.slice(note.lastIndexOf('\n\n') + 2).split('\n');
  const names = lines.flatMap((line) => /^— (\S+) \S+$/.exec(line)?.[1] ?? []);
  return [...new Set(names)].filter((name) => name !== origin);
}

/** Checks of a checkpoint's cosignatures by a policy; none without one. */
export function witnessChecks(note, policy) {
  if (policy === null) return [];
  const ids = new Set();
  const checks = policy.members.map((witness) => {
    try {
      const at = cosignedAt(note, witness);
      if (at === null) return { ok: null, text: `The witness ${witness.name} has not cosigned this checkpoint.` };
      ids.add(witness.id);
      return { ok: true, text: `The witness ${witness.name} cosigned it at ${new Date(at * 1_000).toISOString()}.` };
    } catch (error) {
      return { ok: false, text: `BAD COSIGNATURE: ${error.message}.` };
    }
  });
  const ok = policy.isMet(ids);
  const text = ok ? 'as the policy demands' : 'fewer than the policy demands';
  return [
    ...checks,
    {
      ok,
      text: `${ok ? '' : 'NOT WITNESSED: '}${ids.size} of ${policy.members.length} witnesses cosigned it, ${text}.`,
    },
  ];
}
