import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixBytes } from '../../../../../../testkit/fix-acceptor.ts';
import { encodeMessage, type FixMessage, FixStream, parseFields } from './fix-message.ts';

const one = fixBytes('35=B|34=1|58=first');
const two = fixBytes('35=B|34=2|58=second');

function read(chunks: readonly Buffer[], messageMax = 1_000) {
  const messages: FixMessage[] = [];
  let garbled = 0;
  const stream = new FixStream(
    messageMax,
    (message) => messages.push(message),
    () => (garbled += 1),
  );
  for (const chunk of chunks) stream.push(chunk);
  return { texts: messages.map((message) => message.get(58)), garbled, messages };
}

const parse = (text: string) => {
  const bytes = fixBytes(text);
  return parseFields(bytes, 0, bytes.length);
};

test('R-MKT-35 messages are found wherever the stream is cut', () => {
  const stream = Buffer.concat([one, two, one]);
  for (let at = 0; at <= stream.length; at += 1) {
    const { texts, garbled } = read([stream.subarray(0, at), stream.subarray(at)]);
    expect([texts, garbled]).toEqual([['first', 'second', 'first'], 0]);
  }
  expect(read([...stream].map((byte) => Buffer.from([byte]))).texts).toHaveLength(3);
});

test('R-MKT-35 bytes that are no message are dropped, and the next message is found', () => {
  const wrongSum = Buffer.from(one.toString('latin1').replace(/10=\d{3}/, '10=000'), 'latin1');
  const wrongLength = Buffer.from(one.toString('latin1').replace(/9=\d+/, '9=500'), 'latin1');
  const tooLong = Buffer.from(one.toString('latin1').replace(/9=\d+/, '9=9999999'), 'latin1');
  for (const noise of [wrongSum, tooLong, Buffer.from('hello'), Buffer.from('8=FIX8=FIX.4.4'), Buffer.alloc(99, 1)])
    expect(read([two, noise, two, one])).toMatchObject({ texts: ['second', 'second', 'first'], garbled: 1 });
  // A wrong length waits for its bytes, and loses none of those that follow.
  expect(read([wrongLength, ...Array.from({ length: 20 }, () => two)]).texts).toHaveLength(20);
});

test('R-MKT-36 no bytes make the reader throw, and a good message after them is found', () => {
  const fields = fc.array(fc.tuple(fc.integer({ min: -5, max: 999 }), fc.string({ maxLength: 9 })), { maxLength: 9 });
  const part = fc.oneof(
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom(one, two, one.subarray(0, 9), two.subarray(5), Buffer.from('8=FIX.4.4\u00019=')),
    fields.map((list) => fixBytes(`35=W|${list.map(([tag, value]) => `${tag}=${value}`).join('|')}`)),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      // Enough good ones that a false length ends before the last.
      const { texts } = read([...parts, ...Array.from({ length: 40 }, () => one)]);
      expect(texts.at(-1)).toBe('first');
    }),
    { numRuns: 300 },
  );
});

test('a written message is read again', () => {
  const bytes = encodeMessage('FIX.4.4', [
    [35, 'B'],
    [58, 'first'],
  ]);
  expect(bytes.equals(fixBytes('35=B|58=first'))).toBe(true);
});

test('R-MKT-36 groups, data fields and broken fields', () => {
  const message = parse('35=W|55=EUR/USD|268=2|269=0|270=1.1|15=EUR|269=1|270=1.2|58=end');
  expect(message.group(268)?.map((entry) => [entry.get(269), entry.get(270)])).toEqual([
    ['0', '1.1'],
    ['1', '1.2'],
  ]);
  expect(parse('35=W|268=3|269=0|269=1').group(268)).toBeNull();
  expect(parse('35=W|268=x|269=0').group(268)).toBeNull();
  expect(parse('35=W').group(268)).toBeNull();
  expect(parse('35=B|354=3|355=a|b|58=first')).toMatchObject({ isMalformed: false });
  expect(parse('35=B|354=3|355=a|b|58=first').get(58)).toBe('first');
  for (const broken of ['35=B|x=1|58=a', '35=B|58=|34=1', '35=B|nothing', '35=B|354=99|355=a'])
    expect(parse(broken).isMalformed).toBe(true);
  expect(parse('35=B|34=12').number(34)).toBe(12);
  expect(parse('35=B|34=-1').number(34)).toBeNull();
});
