import { execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasNats, NatsProcess } from '../../../../../testkit/line-rigs.ts';
import { scratchFolder } from '../../../../../testkit/scratch-folder.ts';
import { LineSettingError } from './line-address.ts';
import { connectNats } from './nats-client.ts';

const folder = hasNats ? scratchFolder('candor-tls-') : '';
const fileOf = (name: string) => join(folder, name);

/** Makes a self-signed certificate for a host name; returns the settings of a server that uses it. */
function makeCertificate(host: string): string {
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const [key, cert] = [fileOf(`${host}.key`), fileOf(host)];
  const files = ['-keyout', key, '-out', cert];
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names, ...files];
  execFileSync('openssl', args, { stdio: 'ignore' });
  return `tls: { cert_file: "${cert}", key_file: "${key}" }`;
}

/**
 * Runs a server and a client of a line in a process of their own, which trusts the certificate of host `trusted`; resolves
 * to the answer of the first question, or to the reason that no connection is made.
 */
async function echoOver(url: string, trusted: string | null): Promise<string> {
  const moduleOf = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const options = `{ url: ${JSON.stringify(url)}, subject: 'candor.tls.core.0' }`;
  const script = `
    import { connectNats } from ${moduleOf('nats-client.ts')};
    import { serveNats } from ${moduleOf('nats-server.ts')};
    const end = (text) => process.stdout.write(text, () => process.exit());
    const server = serveNats(${options});
    server.answer('echo', (body) => body);
    const client = connectNats({ ...${options}, onError: ({ message, cause }) => end(message + ' ' + (cause?.message ?? '')) });
    client.onChange(async (isUp) => isUp && end(Buffer.from(await client.ask('echo', Buffer.from('sealed'))).toString()));`;
  const { NODE_EXTRA_CA_CERTS: _none, ...env } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...env, ...(trusted === null ? {} : { NODE_EXTRA_CA_CERTS: fileOf(trusted) }) },
  });
  let received = '';
  for await (const piece of child.stdout) received += String(piece);
  return received;
}

describe.runIf(hasNats)('R-RUN-63 NATS with TLS', () => {
  let sealed: NatsProcess;
  let other: NatsProcess;
  let plain: NatsProcess;
  beforeAll(async () => {
    sealed = await NatsProcess.start(makeCertificate('localhost'));
    other = await NatsProcess.start(makeCertificate('other.example'));
    plain = await NatsProcess.start();
  });
  afterAll(async () => {
    for (const nats of [sealed, other, plain]) await nats.remove();
    rmSync(folder, { recursive: true });
  });

  test('a certificate of an authority that NODE_EXTRA_CA_CERTS names carries questions and answers', async () => {
    expect(await echoOver(`tls://localhost:${sealed.port}`, 'localhost')).toBe('sealed');
  });

  test('an unknown authority is refused, however the address begins', async () => {
    for (const scheme of ['tls', 'nats'])
      expect(await echoOver(`${scheme}://localhost:${sealed.port}`, null)).toMatch(/self.signed certificate/);
  });

  test('a certificate for another host name is refused', async () => {
    expect(await echoOver(`tls://localhost:${other.port}`, 'other.example')).toMatch(/does not match certificate/);
  });

  test('TLS to an IP address is refused, because its certificate cannot be checked', () => {
    for (const url of ['tls://127.0.0.1:4222', 'tls://[::1]:4222', 'tls://a.example,nats://10.0.0.5:4222'])
      expect(() => connectNats({ url, subject: 'candor.tls.core.0' })).toThrow(LineSettingError);
  });

  test('tls:// refuses a server without TLS', async () => {
    const received = await echoOver(`tls://localhost:${plain.port}`, 'localhost');
    expect(received).not.toBe('sealed');
    expect(received).toMatch(/tls/i);
  });
});
