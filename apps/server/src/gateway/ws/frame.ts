/** Returns a whole, unmasked, final text frame (RFC 6455): encoded once per topic and written to every subscriber. */
export function frameText(text: string): Buffer {
  const payload = Buffer.from(text, 'utf8');
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.from([0x81, length]), payload]);
  if (length < 65_536) {
    const head = Buffer.from([0x81, 126, 0, 0]);
    head.writeUInt16BE(length, 2);
    return Buffer.concat([head, payload]);
  }
  const head = Buffer.alloc(10);
  head[0] = 0x81;
  head[1] = 127;
  head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}
