import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixPlanOf, sampleFixConfig } from '../../../../../../testkit/fix-plans.ts';

const refusalOf = (change: object, mode: 'open' | 'real' = 'real'): string => {
  try {
    fixPlanOf({ ...sampleFixConfig(), ...change }, '/data', mode);
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
};
const [euro, yen] = sampleFixConfig().instruments;

describe('R-MKT-33 a configuration is refused by field, without a value of it', () => {
  const cases: [change: object, refusal: string][] = [
    [{ port: '9878' }, 'port must be a whole number from 1 to 65,535'],
    [{ host: 'a b' }, 'host must be a host name or an address, without port'],
    [{ encryption: undefined }, 'encryption is missing: it must be "tls", or "private-line"'],
    [{ encryption: 'none' }, 'encryption must be "tls", or "private-line" for a line that nobody else can read'],
    [{ senderCompId: 'A\u0001B' }, 'senderCompId must be up to 64 visible characters'],
    [{ password: 'x\u00019=1' }, 'password must be a text of up to 256 visible characters'],
    [{ heartBtSec: 600 }, 'heartBtSec must be a whole number from 1 to 60'],
    [{ dayStart: { time: '25:00', zone: 'UTC' } }, 'dayStart.time must be a time such as "17:00"'],
    [{ dayStart: { time: '17:00', zone: 'Mars' } }, 'dayStart.zone must be a time zone such as "America/New_York"'],
    [{ silenceMs: 90_000 }, 'silenceMs is more than 60,000, the most where prices are "tradeable"'],
    [{ serverName: 'lp.example' }, 'serverName and certificateFile belong to "encryption": "tls"'],
    [{ identify: 'security-id' }, 'securityIdSource belongs to "identify": "security-id", which needs it'],
    [
      { logonFields: { '34': '7' } },
      'logonFields and requestFields must not contain 34, which the session writes itself',
    ],
    [{ requestFields: { '262': '7' } }, 'requestFields must not contain 262, which the request writes itself'],
    [{ logonFields: { x: '7' } }, 'logonFields.x must be an object of tags, such as "1130", with a text each'],
    [{ extra: 1 }, 'there is no field extra'],
    [{ source: 'fix-lp' }, 'source must be a name in lower case'],
    [{ instruments: [{ ...euro, digits: 4 }] }, 'instruments[0].digits is 4, and EURUSD has 5 in the catalogue'],
    [
      { instruments: [{ ...euro, contractSize: 1_000 }] },
      'instruments[0].contractSize is 1000, and a lot of EURUSD has 100000 units in the catalogue',
    ],
    [{ instruments: [euro, { ...yen, symbol: 'EUR/USD' }] }, 'instruments[1].symbol is that of instruments[0]'],
    [{ instruments: [{ ...euro, instrument: 'EURZZZ' }] }, 'the catalogue has no instrument EURZZZ'],
  ];
  test.each(cases)('%j', (change, refusal) => {
    const message = refusalOf(change);
    expect(message).toContain(refusal);
    expect(message).toMatch(/^The FIX configuration fix\.json of the setting FEED cannot be used: .*live-feed\.md\.$/);
    expect(message).not.toContain('SECRETPASS');
  });

  test('sessions are not left open at all hours', () => {
    expect(refusalOf({}, 'open')).toContain('Set SIM_CALENDAR=real');
    expect(refusalOf({})).toBe('accepted');
  });
});

test('R-MKT-33 every example fits the catalogue', () => {
  const folder = join(import.meta.dirname, '../../../../../../ops/feeds/fix');
  const files = readdirSync(folder);
  expect(files).toHaveLength(2);
  for (const file of files) {
    const plan = fixPlanOf(JSON.parse(readFileSync(join(folder, file), 'utf8')) as object);
    expect(plan.symbols.length).toBeGreaterThan(2);
  }
});

test('R-MKT-33 the plan names prices, store and candles by what they are', () => {
  const plan = fixPlanOf(sampleFixConfig(), '/data');
  expect(plan).toMatchObject({ source: 'lp', host: '127.0.0.1:9878', isIndicative: false, hasTimes: true });
  expect(plan.storeFile).toMatch(/^\/data\/fix\/lp-[0-9a-f]{12}\.seq$/);
  expect(fixPlanOf({ ...sampleFixConfig(), prices: 'indicative' }).source).toBe('lp-indicative');
  const keys = [{}, { prices: 'indicative' }, { targetCompId: 'LP2' }, { instruments: [euro] }].map(
    (change) => fixPlanOf({ ...sampleFixConfig(), ...change }).storeKey,
  );
  expect(new Set(keys).size).toBe(4);
  // The numbers of the session and the series are found again under these names: they stay the same.
  expect([plan.storeKey, plan.storeFile]).toEqual(['fix/lp/86e08af69813', '/data/fix/lp-04c71a0974cc.seq']);
  // Another password, or another way to ask, is the same series.
  expect(fixPlanOf({ ...sampleFixConfig(), password: 'other', depth: 0 }).storeKey).toBe(keys[0]);
  expect(plan.session).toMatchObject({ testAfterMs: 2_000, resetOnLogon: true, dayStart: null });
  expect(fixPlanOf({ ...sampleFixConfig(), unchanged: 'heartbeats', heartBtSec: 10 }).session.testAfterMs).toBe(12_000);
});
