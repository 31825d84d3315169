// Bytes as Uint8Array, without Node's Buffer: the same code runs in Node and in a browser.

export const utf8 = (text) => new TextEncoder().encode(text);

export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Reads lower-case hex of exactly this many bytes; null for anything else. */
export function fromHex(text, length) {
  const isHex = typeof text === 'string' && text.length === length * 2 && /^[0-9a-f]+$/.test(text);
  return isHex ? Uint8Array.from(text.match(/../g), (digits) => Number.parseInt(digits, 16)) : null;
}

/** Reads base64 in its one form; null for anything else. */
export function fromBase64(text) {
  try {
    const letters = atob(text);
    return btoa(letters) === text ? Uint8Array.from(letters, (letter) => letter.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}

export function joined(...parts) {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export function isSame(a, b) {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
