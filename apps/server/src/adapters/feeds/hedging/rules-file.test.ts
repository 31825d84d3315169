import { expect, test } from 'vitest';
import { parseRulesFile } from './rules-file.ts';

const codes = new Set(['EURUSD', 'XAUUSD']);
const rule = { name: 'large', instruments: ['EURUSD'], from: '5.00', below: '10', hedge: { above: '2.50' } };
const parse = (rules: readonly object[], more: object = {}) =>
  parseRulesFile(JSON.stringify({ companies: [{ company: 1, rules }], ...more }), 'rules.json', codes);

test('R-HDG-04 reads rules in order, with lots exact', () => {
  const hours = { from: '22:00', to: '06:30' };
  expect(parse([rule, { name: 'night', classes: ['metal'], hours, hedge: 'none' }])).toEqual([
    {
      companyId: 1,
      rules: [
        {
          ...{ name: 'large', instruments: ['EURUSD'], classes: null, hours: null },
          ...{ fromLotsE8: 500_000_000n, belowLotsE8: 1_000_000_000n },
          share: { kind: 'net', limitLotsE8: 250_000_000n },
        },
        {
          ...{ name: 'night', instruments: null, classes: ['metal'], fromLotsE8: null, belowLotsE8: null },
          hours: { fromMinute: 1_320, toMinute: 390 },
          share: { kind: 'none' },
        },
      ],
    },
  ]);
});

test.each([
  ['no name', { ...rule, name: '' }, 'companies[0].rules[0].name must be a text of 1 to 80 characters'],
  ['lots of zero', { ...rule, from: '0' }, 'rules[0].from must be lots above zero'],
  ['lots as a number', { ...rule, from: 5 }, 'rules[0].from must be lots above zero'],
  ['sizes the wrong way round', { ...rule, from: '10.00' }, 'rules[0].below is not above its "from"'],
  ['another class', { ...rule, classes: ['forex'] }, 'rules[0].classes[0] must be a list of fx-major'],
  ['an unknown instrument', { ...rule, instruments: ['ABC'] }, 'names an instrument that the catalogue does not have'],
  ['an unknown field', { ...rule, plan: 'gold' }, 'there is no field companies[0].rules[0].plan'],
  ['a wrong share', { ...rule, hedge: 'half' }, 'rules[0].hedge must be "all", "none", or an object with "above"'],
  ['empty hours', { ...rule, hours: { from: '07:00', to: '07:00' } }, 'hours begin and end at the same time'],
])('R-HDG-04 refuses %s by name', (_, given, message) => {
  expect(() => parse([given])).toThrow(message);
  expect(() => parse([given])).toThrow('The hedging rules rules.json of the hedger cannot be used');
});

test('R-HDG-04 refuses two entries of a company, and a file that is not JSON', () => {
  const twice = [1, 1].map((company) => ({ company, rules: [] }));
  expect(() => parse([], { companies: twice })).toThrow('companies[1].company is that of companies[0]');
  expect(() => parseRulesFile('{', 'rules.json', codes)).toThrow('it is not JSON. See docs/runbook/hedging.md.');
});
