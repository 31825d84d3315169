import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOutboxFolder } from './outbox-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-outbox-'));
});
afterEach(() => rm(folder, { recursive: true }));

const message = {
  id: '1',
  to: 'rosa@example.com',
  subject: '验证码 123456',
  text: 'Your code is 123456.',
  createdAtMs: Date.UTC(2026, 0, 5),
};

test('R-RUN-11 a message becomes one file for its owner, also when repeated', async () => {
  const { mail, sms } = createOutboxFolder(join(folder, 'outbox'), 'Candor <no-reply@candor.example>');
  expect(await mail.send(message)).toEqual({ kind: 'sent' });
  expect(await mail.send(message)).toEqual({ kind: 'sent' });
  expect(await sms.send({ ...message, id: '2', to: '+33612345678' })).toEqual({ kind: 'sent' });
  const files = await readdir(join(folder, 'outbox'));
  expect(new Set(files.map((name) => name.split('.').at(-1)))).toEqual(new Set(['eml', 'txt']));
  expect(files).toHaveLength(2);
  for (const name of files) expect((await stat(join(folder, 'outbox', name))).mode & 0o777).toBe(0o600);
  const eml = await readFile(join(folder, 'outbox', files.find((name) => name.endsWith('.eml')) ?? ''), 'utf8');
  expect(eml).toContain('Message-ID: <1@candor.example>');
  expect(eml).toContain('To: rosa@example.com');
  expect(eml).toContain('Your code is 123456.');
  const txt = await readFile(join(folder, 'outbox', files.find((name) => name.endsWith('.txt')) ?? ''), 'utf8');
  expect(txt).toBe('To: +33612345678\n\nYour code is 123456.\n');
});

test('a folder that cannot be written to is tried again later', async () => {
  const { mail } = createOutboxFolder('/dev/null/outbox', 'no-reply@candor.example');
  expect(await mail.send(message)).toMatchObject({ kind: 'later' });
});
