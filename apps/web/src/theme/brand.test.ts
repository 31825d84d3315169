import { describe, expect, it } from 'vitest';
import { applyBrand, applyHomeScreen } from './brand.ts';

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

it('replaces the product’s three accents with the company’s (R-COM-06)', () => {
  expect(styleOf({ accent: '#0B5D4E', pressed: '#0a4a3f', on: '#FFFFFF' })).toEqual({
    '--color-accent': '#0B5D4E',
    '--color-accent-pressed': '#0a4a3f',
    '--color-on-accent': '#FFFFFF',
  });
});

it('accepts colours only, and keeps the product’s if there are none', () => {
  expect(styleOf({ accent: 'url(https://evil.example)', pressed: '#000000', on: 'red' })).toEqual({
    '--color-accent-pressed': '#000000',
  });
  expect(styleOf(null)).toEqual({});
});

describe('R-SCR-62 the name and icon that an iPhone installs', () => {
  function homeScreenOf(name: string, logo: string): { content: string; href: string } {
    const head = { content: 'Candor', href: '/icons/apple-touch-180.png' };
    applyHomeScreen({ name, logo }, { querySelector: () => head as never });
    return head;
  }

  it('are the company’s', () => {
    const logo = 'https://pictures.example/acme.png?v=2';
    expect(homeScreenOf('Acme Markets', logo)).toEqual({ content: 'Acme Markets', href: logo });
  });

  it('but the icon stays if there is no logo, or one that a home screen cannot show', () => {
    for (const logo of ['', '/acme.svg', 'https://pictures.example/png']) {
      expect(homeScreenOf('Acme', logo)).toEqual({ content: 'Acme', href: '/icons/apple-touch-180.png' });
    }
  });

  it('and both stay for a company without a name', () => {
    expect(homeScreenOf('', '').content).toBe('Candor');
  });
});
