import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { securityOf } from './serve-gateway.ts';

test('answers are checked against the table of calls in development, or by CHECK_ANSWERS', () => {
  const checks = (env: Record<string, string>) => securityOf(parseConfig(env, '/srv/candor')).checksAnswers;
  for (const env of [{ NODE_ENV: 'development' }, { NODE_ENV: 'production', CHECK_ANSWERS: 'on' }])
    expect(checks(env)).toBe(true);
  for (const env of [{}, { NODE_ENV: 'production' }, { NODE_ENV: 'test' }]) expect(checks(env)).toBe(false);
});

test('R-SEC-07 the default limits are in force, and each setting replaces its limit', () => {
  const admitted = (env: Record<string, string>, calls: number) => {
    const { rateGate } = securityOf(parseConfig(env, '/srv/candor'));
    const ask = () => rateGate?.admitsCall('203.0.113.9', '/') ?? true;
    return Array.from({ length: calls }, ask).filter(Boolean).length;
  };
  const most = admitted({}, 2_000);
  expect(most).toBeGreaterThanOrEqual(800);
  expect(most).toBeLessThan(1_200);
  expect(admitted({ RATE_PER_ADDRESS: '1' }, 100)).toBe(4);
  expect(admitted({ RATE_PER_ADDRESS: '0' }, 2_000)).toBe(2_000);
});
