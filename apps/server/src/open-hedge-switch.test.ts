import { expect, test } from 'vitest';
import { parseSwitch } from './open-hedge-switch.ts';

test('R-HDG-14 every act at the kill switch names a person and a reason', () => {
  const who = ['--by', 'anna@example.com', '--reason', 'wrong prices'];
  const said = { by: 'anna@example.com', reason: 'wrong prices' };
  expect(parseSwitch(['--hedge-switch'])).toMatchObject({ act: null });
  expect(parseSwitch(['--pull', ...who])).toEqual({ act: 'pulled', ...said });
  expect(parseSwitch(['--ask-release', ...who])).toEqual({ act: 'release-asked', ...said });
  expect(parseSwitch(['--release', ...who])).toEqual({ act: 'released', ...said });
  expect(() => parseSwitch(['--pull', '--release', ...who])).toThrow('takes one of --pull, --ask-release, --release');
  expect(() => parseSwitch(['--pull', '--by', '--reason', 'x'])).toThrow('needs --by with a text');
  expect(() => parseSwitch(['--pull', '--by', 'anna'])).toThrow('needs --reason with a text');
});
