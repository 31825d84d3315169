// Reads a leaf of quotes as docs/adr/0044 describes it.

/** Returns second, source and quotes of a leaf; prices in units of the instrument's last digit. Throws for one that is cut off. */
export function readQuotes(entry) {
  let at = 1;
  const count = () => {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = entry[at];
      if (byte === undefined) throw new Error('a leaf of quotes is cut off');
      at += 1;
      value += (byte & 127) * scale;
      scale *= 128;
      if (byte < 128) return value;
    }
  };
  const signed = () => {
    const value = count();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  };
  const second = count();
  const length = count();
  const source = new TextDecoder().decode(entry.subarray(at, at + length));
  at += length;
  const quotes = [];
  let [instrumentId, seq] = [0, 0];
  for (let groups = count(); groups > 0; groups -= 1) {
    instrumentId += count();
    let [timeMs, bid] = [second * 1_000, 0];
    for (let left = count(); left > 0; left -= 1) {
      seq += signed();
      timeMs += signed();
      bid += signed();
      quotes.push({ instrumentId, seq, timeMs, bid, ask: bid + signed() });
    }
  }
  return { second, source, quotes };
}
