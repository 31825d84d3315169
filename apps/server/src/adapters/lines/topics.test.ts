import { expect, test } from 'vitest';
import { Topics } from './topics.ts';

test('R-RUN-60 the numbers of pushes wrap after 32 bits: none is lost, a repeated one is dropped, a gap is reported', () => {
  const topics = new Topics();
  const seen: string[] = [];
  topics.add('ticks', { onMessage: (body) => seen.push(Buffer.from(body).toString()), onGap: () => seen.push('gap') });
  const push = (number: number) => topics.push('ticks', number, Buffer.from(String(number)));
  for (const number of [0xffff_fffe, 0xffff_ffff, 0, 0xffff_ffff, 0, 1, 3]) push(number);
  expect(seen).toEqual(['4294967294', '4294967295', '0', '1', 'gap', '3']);
});
