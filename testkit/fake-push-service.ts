import { execFileSync } from 'node:child_process';
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { scratchFolder } from './scratch-folder.ts';

/** A message that a push service received. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Push service of a test on this machine, with a certificate of its own. */
export async function startFakePushService() {
  const folder = scratchFolder('candor-push-');
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', key, '-out', cert, '-days', '2'];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', [...made, ...files, ...names], { stdio: 'ignore' });
  const received: Received[] = [];
  const answers: number[] = [];
  const service = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      reply.writeHead(answers.shift() ?? 201, { location: 'https://localhost:1/elsewhere' }).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  return {
    origin: `https://localhost:${port}`,
    ca: readFileSync(cert, 'utf8'),
    received,
    /** Statuses of the next answers; 201 afterwards. */
    answers,
    stop: () =>
      new Promise<void>((resolve) => {
        service.closeAllConnections();
        service.close(() => resolve());
      }),
  };
}

/** Keys of a browser that subscribed, and how it reads a message (RFC 8291). */
export function fakeBrowser() {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const auth = randomBytes(16);
  const publicKey = own.getPublicKey();
  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    read(message: Buffer): string {
      const salt = message.subarray(0, 16);
      const senderKey = message.subarray(21, 21 + (message[20] ?? 0));
      const sealed = message.subarray(21 + senderKey.length);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
      const input = Buffer.from(hkdfSync('sha256', own.computeSecret(senderKey), auth, info, 32));
      const derive = (name: string, length: number) =>
        Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${name}\0`, length));
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
      decipher.setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
    },
  };
}
