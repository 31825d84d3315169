import { expect, test } from 'vitest';
import { usableAccents } from './brand-accents.ts';

const teal = { accent: '#0B6E69', pressed: '#08524E', on: '#FFFFFF' };

test('a company’s accents are used if a button is readable and distinct from the page', () => {
  expect(usableAccents(teal, 'light')).toEqual(teal);
  const violet = { accent: '#8F7BFF', pressed: '#A899FF', on: '#0C0F14' };
  expect(usableAccents(violet, 'dark')).toEqual(violet);
});

test('a theme on which the accent is lost keeps the product’s ink', () => {
  const navy = { accent: '#0A1A3F', pressed: '#0A1A3F', on: '#FFFFFF' };
  expect(usableAccents(navy, 'light')).toEqual(navy);
  expect(usableAccents(navy, 'dark')).toBeNull();
  expect(usableAccents({ ...navy, accent: '#FFF3C4', on: '#0C0F14' }, 'light')).toBeNull();
});

test('text that cannot be read on the accent refuses it, on the pressed colour only that', () => {
  expect(usableAccents({ accent: '#F2B84B', pressed: '#E0A63C', on: '#FFFFFF' }, 'light')).toBeNull();
  expect(usableAccents({ ...teal, pressed: '#BFE5E2' }, 'light')).toEqual({ ...teal, pressed: teal.accent });
});

test('a value that is not a plain colour never reaches the style sheet', () => {
  for (const accent of ['', 'red', '#123', 'url(//evil.example)', '#0B6E69;--x:1', '#0B6E6G']) {
    expect(usableAccents({ ...teal, accent }, 'light')).toBeNull();
  }
  expect(usableAccents({ ...teal, pressed: 'url(x)' }, 'light')?.pressed).toBe(teal.accent);
});
