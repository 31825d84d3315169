// Checks that a receipt is in the public log, by the proof that it carries and the log's key.
import { isSame, toHex } from './bytes.mjs';
import { figures } from './fraction.mjs';
import { leafOf, readCheckpoint, readProof, receiptEntry, rootFrom } from './log-note.mjs';
import { witnessChecks } from './log-witness.mjs';

/** Checks of one signed receipt; without a key the proof is named and not checked. */
export function logChecks(one, key, policy = null) {
  // Receipts that were downloaded before there was a log have no such field.
  if (one.log_proof === undefined && key === null) return [];
  if (one.log_proof === undefined || one.log_proof === null)
    return [
      { ok: null, text: 'It is not in the public log yet: it carries no proof. Download it again after 30 seconds.' },
    ];
  if (key === null)
    return [
      { ok: null, text: 'It carries a proof of the public log, which was not checked: name its key with --log-key.' },
    ];
  let proof;
  let checkpoint;
  try {
    proof = readProof(one.log_proof);
    checkpoint = readCheckpoint(proof.checkpoint, key);
  } catch (error) {
    return [
      { ok: false, isKey: error.isKey === true, text: `The proof of the public log cannot be used: ${error.message}.` },
    ];
  }
  const leaf = leafOf(receiptEntry(proof.salt, one.text));
  const root = rootFrom(leaf, proof.index, checkpoint.size, proof.hashes);
  return [
    { ok: true, text: `The log ${key.name} signed its first ${checkpoint.size} entries.` },
    ...witnessChecks(proof.checkpoint, policy),
    {
      ...figures(root === null ? 'none' : toHex(root), toHex(checkpoint.root)),
      ok: root !== null && isSame(root, checkpoint.root),
      text: `This receipt is entry ${proof.index} of them: ${proof.hashes.length} hashes lead to the signed root.`,
    },
  ];
}
