// Compares the keys that signed receipts with the lists of keys that the log holds (kind 7, docs/adr/0063): a list that was
// published without the end of a key does not hide it.

/** Follows the lists of keys of a log: the newest one names the keys, and an end that any of them stated stays. */
export class KeyWatch {
  #newest = null;
  /** Earliest times by key: a later list without an end takes none back. */
  #ends = new Map();

  take(entry) {
    if (entry[0] !== 7) return;
    const { version, keys } = JSON.parse(new TextDecoder().decode(entry.subarray(1)));
    if (version !== 'candor-keys-1' || !Array.isArray(keys)) return;
    this.#newest = keys;
    for (const { key_id: id, until, compromised } of keys) {
      const known = this.#ends.get(id);
      this.#ends.set(id, {
        until: earlier(until, known?.until),
        compromised: earlier(compromised, known?.compromised),
      });
    }
  }

  /** Findings `{ id, ok, text }` of signed receipts `{ id, keyId, timeMs }`; none for a log without such a list. */
  findings(signed) {
    return this.#newest === null ? [] : signed.map((one) => this.#judge(one));
  }

  #judge({ id, keyId, timeMs }) {
    const key = this.#ends.get(keyId);
    if (key === undefined || !this.#newest.some(({ key_id: known }) => known === keyId))
      return { id, ok: false, text: `OTHER KEYS: the log has no key ${keyId}` };
    if (key.until !== null && timeMs > key.until)
      return { id, ok: false, text: `KEY ENDED: by the log the key ${keyId} signed until ${timeOf(key.until)}` };
    if (key.compromised !== null && timeMs >= key.compromised) {
      const text = `KEY COMPROMISED: by the log others may have had the key ${keyId} since ${timeOf(key.compromised)}`;
      return { id, ok: false, text };
    }
    return { id, ok: true, text: `its key ${keyId} was in use, by the log` };
  }
}

/** The earlier of two times, of which each may be none. */
function earlier(one, other) {
  const times = [one, other].filter((ms) => Number.isSafeInteger(ms));
  return times.length === 0 ? null : Math.min(...times);
}

function timeOf(ms) {
  return Number.isSafeInteger(ms) && Math.abs(ms) < 8e15 ? new Date(ms).toISOString() : String(ms);
}
