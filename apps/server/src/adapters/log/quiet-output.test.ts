import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { endQuietly } from './quiet-output.ts';

function watched() {
  const [out, err] = [new EventEmitter(), new EventEmitter()];
  const done: string[] = [];
  endQuietly([out, err], { end: () => done.push('ended'), fail: ({ message }) => done.push(message) });
  return { out, err, done };
}
const gone = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });

test('R-LOG-38 the program ends once and without a word when the reader of its output has gone', () => {
  const { out, err, done } = watched();
  out.emit('error', gone);
  out.emit('error', gone);
  err.emit('error', gone);
  expect(done).toEqual(['ended']);
});

test('R-LOG-38 another error of an output fails', () => {
  const { err, done } = watched();
  err.emit('error', new Error('disk'));
  expect(done).toEqual(['disk']);
});
