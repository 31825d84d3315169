import { describe, expect, it } from 'vitest';
import { toCoinAddress, toPayeeAccount, toSwift } from './destinations.ts';

const good: readonly [string, string][] = [
  // Genesis block, BIP 173 and BIP 350 examples.
  ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['Bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  // EIP-55 examples.
  ['ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['ETH', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  // USDT contract.
  ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
];
const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Returns the address with one letter changed. */
function mistyped(address: string, at: number): string {
  const [letter = ''] = address.slice(at);
  const digits = address.startsWith('0x')
    ? '0123456789abcdef'
    : address.startsWith('bc1')
      ? 'qpzry9x8gf2tvdw0'
      : letters;
  const other = digits[(digits.indexOf(letter.toLowerCase()) + 1) % digits.length] ?? '';
  return address.slice(0, at) + (other === letter ? 'z' : other) + address.slice(at + 1);
}

describe("R-FND-29 a coin address is checked by its network's checksum", () => {
  it.each(good)('%s accepts %s', (protocol, address) => {
    expect(toCoinAddress(protocol, ` ${address} `)).toBe(address);
  });

  it.each(good)('%s refuses %s with a letter mistyped or missing', (protocol, address) => {
    for (let at = 4; at < address.length; at += 3)
      expect({ at, taken: toCoinAddress(protocol, mistyped(address, at)) }).toEqual({ at, taken: null });
    expect(toCoinAddress(protocol, address.slice(0, -1))).toBe(null);
  });

  it('an Ethereum address gets its checksum if typed without one; a wrong checksum is refused', () => {
    const [, address] = good[4] ?? ['', ''];
    expect(toCoinAddress('ERC20', address.toLowerCase())).toBe(address);
    expect(toCoinAddress('ERC20', address.replace('5aAeb', '5AAeb'))).toBe(null);
    expect(toCoinAddress('ERC20', '0x12')).toBe(null);
  });

  it('an address of another network is refused', () => {
    const addresses = { BTC: good[0]?.[1], ERC20: good[4]?.[1], TRC20: good[6]?.[1] };
    for (const [protocol, own] of Object.entries(addresses))
      for (const address of Object.values(addresses))
        if (address !== own) expect(toCoinAddress(protocol, address ?? '')).toBe(null);
    // Testnet, a program of wrong length, and version 0 with the Bech32m checksum.
    for (const address of [
      'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      'bc1zw508d6qejxtdg4y5r3zarvaryvg6kdaj',
      'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
      '',
    ])
      expect({ address, taken: toCoinAddress('BTC', address) }).toEqual({ address, taken: null });
  });

  it('on an unknown network any plausible address is accepted', () => {
    expect(toCoinAddress('Solana', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV')).not.toBe(null);
    for (const text of ['', 'short', 'with a space in the middle of it', '<b>aaaaaaaaaaaaaaaaaaaaaaa</b>'])
      expect(toCoinAddress('Solana', text)).toBe(null);
  });
});

describe('R-FND-29 bank accounts with a checksum are checked', () => {
  // IBAN registry examples.
  it.each(['GB29 NWBK 6016 1331 9268 19', 'DE89370400440532013000', 'NO9386011117947', 'tr330006100519786457841326'])(
    'IBAN %s is normalized',
    (text) => expect(toPayeeAccount(text)).toBe(text.toUpperCase().replaceAll(' ', '')),
  );

  it.each([
    'GB29 NWBK 6016 1331 9268 91',
    'DE88370400440532013000',
    'NO93860111',
    'DE8937040044053201300012345678901234567',
  ])('%s begins like an IBAN and is refused', (text) => expect(toPayeeAccount(text)).toBe(null));

  it('other account numbers are accepted; other text is refused', () => {
    expect(toPayeeAccount('0012-3456 789')).toBe('0012-3456789');
    for (const text of ['', '1', '=SUM(A1)', 'account of my aunt!', '1'.repeat(40)])
      expect(toPayeeAccount(text)).toBe(null);
  });

  it('SWIFT codes have eight or eleven letters', () => {
    expect([toSwift('deutdeff'), toSwift('DEUT DE FF 500'), toSwift('')]).toEqual(['DEUTDEFF', 'DEUTDEFF500', '']);
    for (const text of ['DEUT', 'DEUTDEFF5', '12345678', 'DEUTDEFF5000']) expect(toSwift(text)).toBe(null);
  });
});
