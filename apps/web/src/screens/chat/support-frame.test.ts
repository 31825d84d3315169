import { expect, test } from 'vitest';
import { isEmbedded, sandboxOf } from './support-frame.ts';

test('R-SCR-10 only kind 0 of a support link is shown inside the app', () => {
  expect([0, 1, 2, 9].map(isEmbedded)).toEqual([true, false, false, false]);
});

test('R-SCR-10 a support page cannot navigate the app, and one of the same origin stays sandboxed', () => {
  const own = 'https://m.acme.example';
  const other = sandboxOf('https://help.example/chat', own);
  expect(other.split(' ')).toContain('allow-same-origin');
  expect(sandboxOf('https://m.acme.example/help', own).split(' ')).not.toContain('allow-same-origin');
  expect(other).not.toMatch(/top-navigation|modals|pointer-lock/);
});
