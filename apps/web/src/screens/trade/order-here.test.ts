import { expect, test } from 'vitest';
import { askOrderHere, onOrderHere } from './order-here.ts';

test('R-CHT-06 a price asked for on a chart waits for the ticket of its instrument, and only for the next ticket', () => {
  const heard: string[] = [];
  const listen = (id: number) => onOrderHere(id, (ticks) => void heard.push(`${id} ${ticks}`));
  const leave = listen(1);
  askOrderHere(1, 100);
  askOrderHere(2, 200);
  leave();
  listen(2);
  expect(heard).toEqual(['1 100', '2 200']);
  askOrderHere(3, 300);
  listen(4);
  listen(3);
  expect(heard).toEqual(['1 100', '2 200']);
});
