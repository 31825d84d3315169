import { describe, expect, test } from 'vitest';
import { ConfigError } from './config.ts';
import { parseWatchers, readWatchers } from './config-watchers.ts';

const evm = {
  name: 'eth',
  kind: 'evm',
  url: 'http://127.0.0.1:8545',
  chainId: 1,
  coin: 'ETH',
  tokens: [{ currency: 'USDT', contract: `0x${'5d'.repeat(20)}`, decimals: 6 }],
  confirmations: 12,
};
const bitcoin = { name: 'btc', kind: 'bitcoin', url: 'http://u:p4ss@[::1]:8332', chain: 'main', confirmations: 3 };
const webhook = { name: 'payer', kind: 'webhook', company: 1, secret: 's'.repeat(32) };

const parse = (...watchers: object[]) => parseWatchers(JSON.stringify(watchers), 'w.json');

describe('R-FND-68 the watchers file', () => {
  test('names nodes and providers; omitted fields get defaults', () => {
    expect(parse(evm, bitcoin, webhook, { ...webhook, company: 2 })).toMatchObject([
      { ...evm, pollMs: 5_000 },
      { ...bitcoin, currency: 'BTC', pollMs: 15_000 },
      { ...webhook, confirmations: 1 },
      { company: 2 },
    ]);
    expect(parse()).toEqual([]);
  });

  test.each([
    [[{ ...evm, chainId: '0x1' }], '[0].chainId is wrong'],
    [[evm, { ...bitcoin, chain: 'mainnet' }], '[1].chain is wrong'],
    [[{ ...evm, tokens: [{ ...evm.tokens[0], decimals: 37 }] }], '[0].tokens[0].decimals is wrong'],
    [[{ ...evm, tokens: [{ ...evm.tokens[0], contract: '0x5d' }] }], '[0].tokens[0].contract is wrong'],
    [[{ ...evm, url: 'ws://node' }], '[0].url is wrong'],
    [[{ ...evm, confirmations: 0 }], '[0].confirmations is wrong'],
    [[{ ...evm, tokens: [], coin: undefined }], '[0] watches neither'],
    [[{ ...webhook, secret: 'short' }], '[0].secret is wrong'],
    [[{ ...webhook, company: undefined }], '[0].company is wrong'],
    [[{ ...evm, pollMS: 5 }], '[0].pollMS is unknown'],
    [[{ ...evm, kind: 'solana' }], '[0].kind is wrong'],
    [[evm, { ...bitcoin, name: 'eth' }], '[1].name is already used'],
    [[webhook, webhook], '[1].name is already used'],
  ])('%#: an error is reported by its place', (watchers, place) => {
    const attempt = () => parse(...watchers);
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(place);
  });

  test('error messages contain no values of the file', () => {
    const secrets = [
      { ...bitcoin, url: 'p4ss' },
      { ...webhook, secret: 'hush' },
    ];
    for (const one of secrets) expect(messageOf(() => parse(one))).toMatch(/^(?!.*(p4ss|hush)).*is wrong/);
    expect(() => parseWatchers('{', 'w.json')).toThrow('not JSON');
    expect(() => parseWatchers('{}', 'w.json')).toThrow('not a list of watchers');
    expect(() => readWatchers('/nowhere/w.json')).toThrow('ENOENT');
  });
});

function messageOf(attempt: () => unknown): string {
  try {
    attempt();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
