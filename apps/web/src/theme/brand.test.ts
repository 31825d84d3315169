import { expect, it } from 'vitest';
import { applyBrand } from './brand.ts';

function styleOf(accents: Parameters<typeof applyBrand>[0]['accents']): Record<string, string> {
  const set = new Map([['--color-accent', '#111111']]);
  applyBrand(
    { accents },
    {
      setProperty: (name, value) => void set.set(name, value ?? ''),
      removeProperty: (name) => {
        set.delete(name);
        return '';
      },
    },
  );
  return Object.fromEntries(set);
}

it('puts the three accents of a company in place of the product’s (R-COM-06)', () => {
  expect(styleOf({ accent: '#0B5D4E', pressed: '#0a4a3f', on: '#FFFFFF' })).toEqual({
    '--color-accent': '#0B5D4E',
    '--color-accent-pressed': '#0a4a3f',
    '--color-on-accent': '#FFFFFF',
  });
});

it('takes nothing but colours, and none where there are none', () => {
  expect(styleOf({ accent: 'url(https://evil.example)', pressed: '#000000', on: 'red' })).toEqual({
    '--color-accent-pressed': '#000000',
  });
  expect(styleOf(null)).toEqual({});
});
