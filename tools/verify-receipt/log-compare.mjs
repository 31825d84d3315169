// Compares a whole log with what it signed, and with receipts: their places, and the rules and quotes that they name.
import { isSame } from './bytes.mjs';
import { KeyWatch } from './log-keys.mjs';
import { readCheckpoint, readProof, receiptEntry } from './log-note.mjs';
import { RuleWatch } from './log-rules.mjs';
import { walkLog } from './log-walk.mjs';
import { witnessChecks } from './log-witness.mjs';

const kinds = {
  1: 'seconds of quotes',
  2: 'receipts',
  3: 'rules',
  4: 'corrections',
  5: 'totals owed to clients',
  6: 'builds',
  7: 'lists of keys',
};

/**
 * Returns checks `{ ok, text }` in their order; the first that fails for the whole log is the last one. `read` returns a file
 * of the log by its path, or null; `note` is its checkpoint, `seen` an earlier one or null, `receipts` are signed ones with
 * their proofs, `policy` that for witnesses or null. `onEntry(index)` is called for each entry that was read.
 */
export async function compareLog({ read, key, note, seen, receipts, policy }, onEntry = () => {}) {
  let now;
  let before = null;
  try {
    now = readCheckpoint(note, key);
    before = seen === null ? null : readCheckpoint(seen, key);
  } catch (error) {
    return [{ ok: false, isKey: error.isKey === true, text: `BAD CHECKPOINT: ${error.message}.` }];
  }
  const checks = [
    { ok: true, text: `The log ${key.name} signed ${now.size} entries.` },
    ...witnessChecks(note, policy).map(({ ok, text }) => ({ ok, text })),
  ];
  const end = (text) => [...checks, { ok: false, text }];
  if (checks.some(({ ok }) => ok === false)) return checks;
  if (before !== null && before.size > now.size)
    return end(`ROLLED BACK: the log had signed ${before.size} entries before.`);
  const proofs = receipts.map((one) => ({ id: one.id, ...expected(one, key) }));
  let walked;
  try {
    walked = await readAll(read, { size: now.size, before, proofs }, onEntry);
  } catch (error) {
    // The reader of the files ended it: that says nothing about the log.
    if (error.isReading === true) throw error;
    return end(`REWRITTEN: ${error.message}.`);
  }
  const { root, roots, counts, found, findings } = walked;
  if (!isSame(root, now.root)) return end('REWRITTEN: the entries do not have the root that was signed.');
  checks.push({ ok: true, text: `The entries have the signed root, and every tile is theirs: ${listed(counts)}.` });
  if (before !== null && !isSame(roots.get(before.size) ?? [], before.root))
    return end(`SPLIT VIEW: the first ${before.size} entries are not those that the log signed before.`);
  if (before !== null)
    checks.push({ ok: true, text: `The log begins with the ${before.size} entries that it signed before.` });
  return [
    ...checks,
    ...proofs.map((proof) => placeCheck(proof, { size: now.size, found, roots })),
    ...findings.map(({ id, ok, text }) => ({ ok, text: `Receipt ${id}: ${text}.` })),
  ];
}

/** Reads every entry once: roots, counts of kinds, proofs whose entry is at its place, and findings about rules and quotes. */
async function readAll(read, { size, before, proofs }, onEntry) {
  const counts = new Map();
  const found = new Set();
  const byIndex = new Map();
  for (const proof of proofs.filter(({ entry }) => entry !== undefined)) {
    const others = byIndex.get(proof.index);
    if (others === undefined) byIndex.set(proof.index, [proof]);
    else others.push(proof);
  }
  const sound = proofs.filter(({ fault }) => fault === undefined);
  const watch = new RuleWatch(sound);
  const keys = new KeyWatch();
  const sizes = [before, ...proofs.map(({ checkpoint }) => checkpoint)].flatMap((one) =>
    one == null ? [] : [one.size],
  );
  const { root, roots } = await walkLog(read, size, sizes, (index, entry) => {
    counts.set(entry[0], (counts.get(entry[0]) ?? 0) + 1);
    watch.take(index, entry);
    keys.take(entry);
    for (const proof of byIndex.get(index) ?? []) if (isSame(proof.entry, entry)) found.add(proof);
    onEntry(index);
  });
  const signed = sound.map(({ id, keyId, receipt }) => ({ id, keyId, timeMs: receipt?.time }));
  return { root, roots, counts, found, findings: [...watch.findings(), ...keys.findings(signed)] };
}

/** Entry and place that a receipt's proof names. */
function expected({ text, key_id: keyId, log_proof: proof }, key) {
  if (typeof proof !== 'string') return { fault: 'it carries no proof' };
  try {
    const { salt, index, checkpoint } = readProof(proof);
    const receipt = JSON.parse(text);
    return { keyId, index, entry: receiptEntry(salt, text), checkpoint: readCheckpoint(checkpoint, key), receipt };
  } catch (error) {
    return { fault: error.message };
  }
}

function placeCheck(proof, { size, found, roots }) {
  const { id, fault, index, checkpoint } = proof;
  if (fault !== undefined) return { ok: false, text: `RECEIPT ${id}: ${fault}.` };
  if (checkpoint.size > size) {
    const text = `ROLLED BACK, or an old copy of the log: with receipt ${id} it signed ${checkpoint.size} entries; read it again.`;
    return { ok: false, text };
  }
  if (!found.has(proof))
    return { ok: false, text: `REMOVED: receipt ${id} is not entry ${index} of the log, as was signed.` };
  if (!isSame(roots.get(checkpoint.size) ?? [], checkpoint.root))
    return { ok: false, text: `SPLIT VIEW: receipt ${id} was given a checkpoint that is not one of this log.` };
  return { ok: true, text: `Receipt ${id} is entry ${index}.` };
}

function listed(counts) {
  const known = [...counts].toSorted(([one], [other]) => one - other);
  return known.map(([kind, count]) => `${count} ${kinds[kind] ?? `of the unknown kind ${kind}`}`).join(', ') || 'none';
}
