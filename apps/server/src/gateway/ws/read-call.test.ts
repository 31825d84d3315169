import { clientMessage, socketCalls } from '@candor/contracts/ws/messages';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCall } from './socket-session.ts';

const anyValue = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.string(),
  fc.constantFrom(null, true, -0, 2 ** 53),
  fc.jsonValue(),
);
const someCall = fc.oneof(fc.constantFrom(...Object.keys(socketCalls), 'toString', '__proto__', 'login'), anyValue);
const anyParams = fc.oneof(
  fc.record({ n: fc.oneof(fc.integer(), fc.double()), call: someCall, fields: fc.object() }),
  fc.record({ n: fc.nat(), call: someCall, fields: fc.object() }),
  fc.record({ n: anyValue, call: someCall, fields: anyValue, more: anyValue }, { requiredKeys: [] }),
  anyValue,
);
const anyMessage = fc.oneof(
  fc.record({ type: fc.constantFrom('call', 'login', 'toString'), params: anyParams }),
  fc.record({ type: fc.constant('call'), params: anyParams, more: anyValue }, { requiredKeys: [] }),
  anyValue,
);

test('R-WIRE-22 a call is read without its schema only as the schema reads it', () => {
  let read = 0;
  fc.assert(
    fc.property(anyMessage, (message) => {
      const raw: unknown = JSON.parse(JSON.stringify(message));
      const call = readCall(raw);
      if (call === null) return;
      read += 1;
      expect({ success: true, data: call }).toEqual(clientMessage.safeParse(raw));
    }),
    { numRuns: 2_000 },
  );
  expect(read).toBeGreaterThan(20);
});
