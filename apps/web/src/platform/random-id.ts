// `crypto.randomUUID` exists on secure pages only; a phone on the local network opens the app over plain http.

/** Returns 128 random bits in hex. */
export function randomHex(): string {
  return toHex(randomBytes());
}

export function randomUuid(): string {
  const bytes = randomBytes();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function randomBytes(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
