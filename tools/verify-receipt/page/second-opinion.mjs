// Asks the browser's own Ed25519, where it has one, about every signature that the page has checked by its own arithmetic.

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
          text: 'This page and the browser’s own Ed25519 do not agree about a signature: trust neither.',
        };
    }
    return { isSame: true, text: `Signatures: ${all} checked by this page, and again by the browser’s own Ed25519.` };
  } catch {
    const text = `Signatures: ${all} checked by this page alone; the browser has no Ed25519 of its own here.`;
    return { isSame: true, text };
  }
}
