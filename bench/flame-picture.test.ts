import { expect, test } from 'vitest';
import { flamePicture } from './flame-picture.ts';

const frame = (functionName: string, url = '') => ({ functionName, url, lineNumber: 0, columnNumber: 0 });
const profile = {
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 5] },
    { id: 2, callFrame: frame('answer', 'src/gateway/answer.ts'), children: [3, 4] },
    { id: 3, callFrame: frame('decide<T>', 'packages/domain/src/decide.ts') },
    { id: 4, callFrame: frame('answer', 'src/gateway/answer.ts') },
    { id: 5, callFrame: frame('(idle)') },
  ],
  samples: [3, 4, 2, 5],
  timeDeltas: [600, 300, 100, 9_000],
};
const picture = flamePicture(profile, ({ url }) => url, { title: 'An order', note: 'by hand' });
const widthOf = (name: string) =>
  Number(new RegExp(`width="([\\d.]+)"[^>]*><title>${name}[ ,:]`).exec(picture)?.[1] ?? Number.NaN);

test('a flame graph has a box for each call path, as wide as its share of the time in which the thread worked', () => {
  const all = widthOf('trading thread');
  // Calls of a function by itself share its box; waiting has none.
  expect(widthOf('answer') / all).toBeCloseTo(1, 2);
  expect(widthOf('decide&lt;T&gt;') / all).toBeCloseTo(0.6, 2);
  expect(picture.match(/<title>answer/g)).toHaveLength(1);
  expect(picture).not.toContain('idle');
});

test('names are texts of the picture, escaped, with their share', () => {
  expect(picture).toContain('>decide&lt;T&gt; 60.0 %</text>');
});
