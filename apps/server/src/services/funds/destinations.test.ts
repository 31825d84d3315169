import { describe, expect, it } from 'vitest';
import { toCoinAddress, toPayeeAccount, toSwift } from './destinations.ts';

const good: readonly [string, string][] = [
  // The first block's, and examples of BIP 173 and BIP 350.
  ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['Bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  // Examples of EIP-55.
  ['ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['ETH', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  // The contract of a known token.
  ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
];
const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The address with one letter another. */
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

describe("R-FND-29 a coin's address is checked by its network's checksum", () => {
  it.each(good)('%s takes %s', (protocol, address) => {
    expect(toCoinAddress(protocol, ` ${address} `)).toBe(address);
  });

  it.each(good)('%s refuses one letter of %s mistyped, and one missing', (protocol, address) => {
    for (let at = 4; at < address.length; at += 3)
      expect({ at, taken: toCoinAddress(protocol, mistyped(address, at)) }).toEqual({ at, taken: null });
    expect(toCoinAddress(protocol, address.slice(0, -1))).toBe(null);
  });

  it('writes an address of Ethereum with its checksum, also where none was given, and refuses a wrong one', () => {
    const [, address] = good[4] ?? ['', ''];
    expect(toCoinAddress('ERC20', address.toLowerCase())).toBe(address);
    expect(toCoinAddress('ERC20', address.replace('5aAeb', '5AAeb'))).toBe(null);
    expect(toCoinAddress('ERC20', '0x12')).toBe(null);
  });

  it('knows one network from the other', () => {
    const addresses = { BTC: good[0]?.[1], ERC20: good[4]?.[1], TRC20: good[6]?.[1] };
    for (const [protocol, own] of Object.entries(addresses))
      for (const address of Object.values(addresses))
        if (address !== own) expect(toCoinAddress(protocol, address ?? '')).toBe(null);
    // The test network's, a program of the wrong length, and version 0 with the later checksum.
    for (const address of [
      'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      'bc1zw508d6qejxtdg4y5r3zarvaryvg6kdaj',
      'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
      '',
    ])
      expect({ address, taken: toCoinAddress('BTC', address) }).toEqual({ address, taken: null });
  });

  it('takes what looks like an address on a network that it does not know', () => {
    expect(toCoinAddress('Solana', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV')).not.toBe(null);
    for (const text of ['', 'short', 'with a space in the middle of it', '<b>aaaaaaaaaaaaaaaaaaaaaaa</b>'])
      expect(toCoinAddress('Solana', text)).toBe(null);
  });
});

describe('R-FND-29 a bank account is checked where it can be', () => {
  // Examples of the IBAN registry.
  it.each(['GB29 NWBK 6016 1331 9268 19', 'DE89370400440532013000', 'NO9386011117947', 'tr330006100519786457841326'])(
    'takes the IBAN %s in one form',
    (text) => expect(toPayeeAccount(text)).toBe(text.toUpperCase().replaceAll(' ', '')),
  );

  it.each([
    'GB29 NWBK 6016 1331 9268 91',
    'DE88370400440532013000',
    'NO93860111',
    'DE8937040044053201300012345678901234567',
  ])('refuses %s, which begins like an IBAN and is none', (text) => expect(toPayeeAccount(text)).toBe(null));

  it('takes other account numbers as they are, and nothing else', () => {
    expect(toPayeeAccount('0012-3456 789')).toBe('0012-3456789');
    for (const text of ['', '1', '=SUM(A1)', 'account of my aunt!', '1'.repeat(40)])
      expect(toPayeeAccount(text)).toBe(null);
  });

  it('takes SWIFT codes of eight and eleven letters', () => {
    expect([toSwift('deutdeff'), toSwift('DEUT DE FF 500'), toSwift('')]).toEqual(['DEUTDEFF', 'DEUTDEFF500', '']);
    for (const text of ['DEUT', 'DEUTDEFF5', '12345678', 'DEUTDEFF5000']) expect(toSwift(text)).toBe(null);
  });
});
