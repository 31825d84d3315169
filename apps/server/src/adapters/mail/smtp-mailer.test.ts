import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { createSmtpMailer } from './smtp-mailer.ts';

const stops: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

/** A real SMTP server on a free port, with the mails it received. */
async function start(options: SMTPServerOptions = {}, attemptMaxMs = 5_000, isTlsRequired = false) {
  const taken: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        taken.push(Buffer.concat(parts).toString());
        done();
      });
    },
    ...options,
  });
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  const mailer = createSmtpMailer({
    url: `smtp://127.0.0.1:${port}`,
    from: 'Candor <no-reply@candor.example>',
    isTlsRequired,
    attemptMaxMs,
  });
  stops.push(
    () => new Promise<void>((resolve) => smtp.close(resolve)),
    () => mailer.close(),
  );
  return { mailer, taken, smtp };
}

const message = {
  id: '0197f3',
  to: 'rosa@example.com',
  subject: '您的驗證碼',
  text: 'Your code is 123456.\n',
  createdAtMs: Date.UTC(2026, 0, 5),
};

const error = (responseCode: number) => Object.assign(new Error('no'), { responseCode });

test('R-SES-22 a mail arrives complete, with the same Message-ID at every attempt', async () => {
  const { mailer, taken } = await start();
  expect(await mailer.send(message)).toEqual({ kind: 'sent' });
  expect(await mailer.send(message)).toEqual({ kind: 'sent' });
  expect(taken).toHaveLength(2);
  for (const mail of taken) {
    expect(mail).toContain('Message-ID: <0197f3@candor.example>');
    expect(mail).toContain('From: Candor <no-reply@candor.example>');
    expect(mail).toContain('Subject: =?UTF-8?');
    expect(mail).toContain('Your code is 123456.');
  }
});

test('R-RUN-30 if TLS is required, a server without it is sent nothing', async () => {
  const { mailer, taken } = await start({}, 5_000, true);
  expect(await mailer.send(message)).toMatchObject({ kind: 'later' });
  expect(taken).toEqual([]);
});

test.each([
  [550, 'never'],
  [451, 'later'],
])('a server that answers %i to the recipient: %s', async (responseCode, kind) => {
  const { mailer } = await start({ onRcptTo: (_address, _session, done) => done(error(responseCode)) });
  expect(await mailer.send(message)).toMatchObject({ kind, reason: `EENVELOPE ${responseCode}` });
});

test('a server that answers 5xx to the content is final', async () => {
  const { mailer } = await start({
    onData(stream, _session, done) {
      stream.resume().on('end', () => done(error(554)));
    },
  });
  expect(await mailer.send(message)).toMatchObject({ kind: 'never' });
});

test('a connection dropped after the content was sent is tried again', async () => {
  const { mailer } = await start({
    onData(stream, session) {
      stream.resume().on('end', () => {
        const connections = [...(smtp.connections as Set<{ id: string; close(): void }>)];
        connections.find(({ id }) => id === session.id)?.close();
      });
    },
  }).then((started) => {
    smtp = started.smtp as unknown as typeof smtp;
    return started;
  });
  expect(await mailer.send(message)).toMatchObject({ kind: 'later' });
});
let smtp: { connections: unknown };

test('a server that does not answer is given up on in time', async () => {
  const { mailer } = await start({ onMailFrom: () => undefined }, 300);
  expect(await mailer.send(message)).toMatchObject({ kind: 'later' });
});

test('a mail to an unreachable server is retried later', async () => {
  const { mailer, smtp: server } = await start();
  await new Promise<void>((resolve) => server.close(resolve));
  expect(await mailer.send(message)).toMatchObject({ kind: 'later' });
});

test('a mail refused for our credentials waits for the operator', async () => {
  const { mailer } = await start({ authOptional: false });
  expect(await mailer.send(message)).toMatchObject({ kind: expect.stringMatching(/later|never/) });
});
