import { expect, test } from 'vitest';
import { createCrosshairLink, type SharedPoint } from './crosshair-link.ts';

test('R-CHT-07 a point goes to all other charts of the link, and to none that has left', () => {
  const link = createCrosshairLink();
  const seen: string[] = [];
  const join = (name: string) => link.join((point) => void seen.push(`${name} ${point?.timestamp ?? 'none'}`));
  const [one, , three] = [join('one'), join('two'), join('three')];
  const point: SharedPoint = { timestamp: 7, instrumentId: 1, price: 1.1 };
  one.share(point);
  expect(seen.splice(0)).toEqual(['two 7', 'three 7']);
  three.leave();
  one.share(null);
  expect(seen).toEqual(['two none']);
});
