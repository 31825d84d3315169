import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createHttpSms } from './http-sms.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function start(listener: RequestListener, attemptMaxMs = 5_000) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { sms: createHttpSms({ url: `http://127.0.0.1:${port}/sms`, secret: 's3cret', attemptMaxMs }) };
}

const message = { id: 'm-1', to: '+33612345678', subject: '', text: 'Code 123456', createdAtMs: 0 };

test('R-SES-22 a message is posted with its id and the secret', async () => {
  const seen: { headers: IncomingHttpHeaders; body: string }[] = [];
  const { sms } = await start((request, reply) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      seen.push({ headers: request.headers, body });
      reply.end('{}');
    });
  });
  expect(await sms.send(message)).toEqual({ kind: 'sent' });
  expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer s3cret', 'idempotency-key': 'm-1' });
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ id: 'm-1', to: '+33612345678', text: 'Code 123456' });
});

test.each([
  [400, 'never'],
  [401, 'later'],
  [429, 'later'],
  [503, 'later'],
  [500, 'unknown'],
  [302, 'unknown'],
])('HTTP %i: %s', async (status, kind) => {
  const { sms } = await start((_request, reply) => reply.writeHead(status, { location: 'http://127.0.0.1:1/' }).end());
  expect(await sms.send(message)).toMatchObject({ kind });
});

test('without an answer in time the result is unknown; without a connection it is not', async () => {
  const { sms } = await start(() => undefined, 200);
  expect(await sms.send(message)).toMatchObject({ kind: 'unknown' });
  const dropped = await start((request) => request.socket.destroy());
  expect(await dropped.sms.send(message)).toMatchObject({ kind: 'unknown' });
  const nobody = createHttpSms({ url: 'http://127.0.0.1:9/', secret: 's3cret' });
  expect(await nobody.send(message)).toMatchObject({ kind: expect.stringMatching(/later|unknown/) });
});
