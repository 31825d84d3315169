// Proof that a tree begins with an earlier one (RFC 9162 2.1.4.2).
import { nodeOf } from './note.mjs';

/** True if the tree with this root begins with the older tree. */
export function isConsistent(oldSize, oldRoot, size, root, proof) {
  if (oldSize > size) return false;
  if (oldSize === size) return proof.length === 0 && oldRoot.equals(root);
  if (oldSize === 0) return proof.length === 0;
  const path = Number.isInteger(Math.log2(oldSize)) ? [oldRoot, ...proof] : [...proof];
  const [first, ...rest] = path;
  if (first === undefined) return false;
  let [at, last] = [oldSize - 1, size - 1];
  while (at % 2 === 1) [at, last] = [(at - 1) / 2, Math.floor(last / 2)];
  let [old, now] = [first, first];
  for (const hash of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      [old, now] = [nodeOf(hash, old), nodeOf(hash, now)];
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else now = nodeOf(now, hash);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && old.equals(oldRoot) && now.equals(root);
}
