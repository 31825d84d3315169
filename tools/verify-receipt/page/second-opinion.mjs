// Asks the browser's own Ed25519, where it has one, about every signature that the page has checked by its own arithmetic.
import { say } from './texts.mjs';

/** Returns `{ isSame, text }`: false if the two do not agree about one signature. */
export async function secondOpinion(signatures) {
  const name = { name: 'Ed25519' };
  const all = signatures.length;
  if (all === 0) return { isSame: true, text: '' };
  try {
    for (const { publicKey, message, signature, isSigned } of signatures) {
      const key = await crypto.subtle.importKey('raw', publicKey, name, false, ['verify']);
      if ((await crypto.subtle.verify(name, key, signature, message)) !== isSigned)
        return {
          isSame: false,
          text: say('disagree'),
        };
    }
    return { isSame: true, text: say('agree', all) };
  } catch {
    const text = say('alone', all);
    return { isSame: true, text };
  }
}
