// Checks a signature with a published key, and whether the key was in use at the time that the signed text states
// (docs/adr/0063).
import { fromHex, toHex, utf8 } from './bytes.mjs';
import { sha256, verifySignature } from './primitives.mjs';

/**
 * Checks the signature of `one` over a text with the key that it names. `timeMs` is the time that the text states; `isLogged`
 * is true if its own proof shows that the public log has it, false if it does not, null if that was not checked.
 */
export function signatureChecks(one, keys, { text = one.text, timeMs, isLogged = null }) {
  if (keys === null) return [{ ok: null, text: 'The signature was not checked: give the published keys.' }];
  const key = keys.find(({ key_id: id }) => id === one.key_id);
  if (key === undefined)
    return [{ ok: false, isKey: true, text: `The key ${one.key_id} is not among the published keys.` }];
  const bytes = fromHex(key.public_key, 32);
  if (key.algorithm !== 'Ed25519' || bytes === null || toHex(sha256(bytes)).slice(0, 16) !== key.key_id)
    return [{ ok: false, isKey: true, text: `The published key ${key.key_id} is not what its name says.` }];
  const signature = fromHex(one.signature, 64);
  const isSigned = signature !== null && verifySignature(bytes, utf8(text), signature);
  if (!isSigned)
    return [{ ok: false, text: `The signature is not one of the published key ${one.key_id} over this text.` }];
  return [
    { ok: true, text: `The signature is by the published key ${one.key_id}.` },
    ...validityChecks(key, timeMs, isLogged),
  ];
}

/** Lists of keys from before keys could end name no times. */
function validityChecks({ key_id: id, until = null, compromised = null }, timeMs, isLogged) {
  if (until === null && compromised === null) return [];
  if (!Number.isSafeInteger(timeMs)) return [{ ok: false, text: `It states no time, and its key ${id} has ended.` }];
  if (compromised !== null && timeMs >= compromised)
    return [{ ok: false, text: `KEY COMPROMISED: others may have had the key ${id} since ${timeOf(compromised)}.` }];
  if (until !== null && timeMs > until)
    return [{ ok: false, text: `KEY ENDED: the key ${id} signed until ${timeOf(until)}, and this is of later.` }];
  if (compromised === null)
    return [{ ok: true, text: `Its key ${id} was in use until ${timeOf(until)}, and this is older.` }];
  // A thief of the key can state any time; the log cannot be given entries afterwards.
  if (isLogged)
    return [{ ok: true, text: `Its key ${id} was compromised later; the public log has it, so it is no forgery.` }];
  if (isLogged === false) {
    const text = `KEY COMPROMISED: others have had the key ${id} since ${timeOf(compromised)}, and no proof of the public log shows that this is older.`;
    return [{ ok: false, text }];
  }
  const text = `Its key ${id} was compromised at ${timeOf(compromised)}: only its proof of the public log can show that it is older.`;
  return [{ ok: null, text }];
}

function timeOf(ms) {
  return Number.isSafeInteger(ms) && Math.abs(ms) < 8e15 ? new Date(ms).toISOString() : String(ms);
}
