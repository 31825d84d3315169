import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Answer {
  readonly status: number;
  readonly body?: string | Buffer;
  /** Length that is stated; the connection ends after the body. */
  readonly length?: number;
  /** True: nothing is answered, and the connection stays open. */
  readonly isSilent?: boolean;
}

/**
 * Stand-in for a service with the S3 API: keeps objects of one bucket in memory and checks every signature (AWS
 * Signature Version 4), the signed hash of the body, and the time, by its own arithmetic.
 */
export class FakeS3 {
  readonly objects = new Map<string, Buffer>();
  /** Requests that arrived, as `PUT /bucket/name 200`. */
  readonly requests: string[] = [];
  /** Answers the next requests instead of serving them. */
  readonly faults: Answer[] = [];
  readonly region = 'eu-test-1';
  readonly accessKey = 'TESTKEY';
  readonly secretKey = 'test/secret+key';
  readonly bucket = 'journal';
  readonly #server = createServer((request, response) => void this.#take(request, response));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const answer = this.faults.shift() ?? this.#findFault(request, body) ?? this.#serve(request, body);
    this.requests.push(`${request.method} ${request.url} ${answer.status}`);
    if (answer.isSilent === true) return;
    if (answer.length === undefined) {
      response.writeHead(answer.status).end(answer.body);
      return;
    }
    response.writeHead(answer.status, { 'content-length': answer.length });
    response.write(answer.body ?? '', () => response.destroy());
  }

  #serve({ method, url = '' }: IncomingMessage, body: Buffer): Answer {
    const [, bucket, ...rest] = url.split('/');
    if (bucket !== this.bucket) return { status: 404, body: '<Error><Code>NoSuchBucket</Code></Error>' };
    const name = decodeURIComponent(rest.join('/'));
    if (method === 'PUT') {
      this.objects.set(name, body);
      return { status: 200 };
    }
    const found = this.objects.get(name);
    return found === undefined
      ? { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' }
      : { status: 200, body: found };
  }

  /** Returns the refusal of an unsigned, wrongly signed or late request. */
  #findFault(request: IncomingMessage, body: Buffer): Answer | null {
    const { authorization = '' } = request.headers;
    const [, credential = '', names = '', signature = ''] =
      /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([\da-f]{64})$/.exec(authorization) ?? [];
    const time = String(request.headers['x-amz-date']);
    const day = time.slice(0, 8);
    const scope = `${day}/${this.region}/s3/aws4_request`;
    if (credential !== `${this.accessKey}/${scope}`) return refused('InvalidAccessKeyId');
    if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => names.split(';').includes(name)))
      return refused('headers are not signed');
    if (request.headers['x-amz-content-sha256'] !== sha256(body) && request.method === 'PUT')
      return refused('XAmzContentSHA256Mismatch');
    const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
    const hash = String(request.headers['x-amz-content-sha256']);
    const canonical = [request.method, request.url, '', headers.join(''), names, hash].join('\n');
    const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
    const key = [day, this.region, 's3', 'aws4_request'].reduce<Buffer>(hmac, Buffer.from(`AWS4${this.secretKey}`));
    if (!timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'))) return refused('SignatureDoesNotMatch');
    return Math.abs(Date.now() - toMs(time)) > 900_000 ? refused('RequestTimeTooSkewed') : null;
  }
}

function refused(code: string): Answer {
  return { status: 403, body: `<Error><Code>${code}</Code></Error>` };
}

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Reads a time like 20261123T063000Z. */
function toMs(time: string): number {
  return Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}
