import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { ArchiveStore } from '../../ports/archive.ts';

export interface S3Settings {
  /** Address of the service, e.g. `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Start of every name, without slashes at its ends; empty for none. */
  readonly prefix: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Time after which a request is given up, with its body; two minutes by default. */
  readonly attemptMaxMs?: number;
}

const usualAttemptMaxMs = 120_000;
const bodyShownMax = 200;

/** Archived files as objects of a bucket, by any service with the S3 API; requests and bodies are signed. */
export class S3Archive implements ArchiveStore {
  readonly place: string;
  readonly #base: string;
  readonly #client: AwsClient;
  readonly #attemptMaxMs: number;

  constructor({ endpoint, region, bucket, prefix, accessKey, secretKey, attemptMaxMs }: S3Settings) {
    this.#attemptMaxMs = attemptMaxMs ?? usualAttemptMaxMs;
    const path = prefix === '' ? bucket : `${bucket}/${prefix}`;
    this.place = `s3://${path}`;
    this.#base = `${endpoint.replace(/\/$/, '')}/${path}/`;
    // Failures are repeated by the job that writes, from the start of its step.
    this.#client = new AwsClient({
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      service: 's3',
      region,
      retries: 0,
    });
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    const sum = createHash('sha256').update(bytes).digest('hex');
    const answer = await this.#fetch(name, {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: { 'x-amz-content-sha256': sum, 'content-type': 'application/gzip' },
    });
    if (!answer.ok) throw await toError(answer, `${this.place}/${name} cannot be written`);
    await answer.body?.cancel();
  }

  async read(name: string): Promise<Uint8Array | null> {
    const answer = await this.#fetch(name, { method: 'GET' });
    if (answer.status === 404 && (await isNoSuchKey(answer))) return null;
    if (!answer.ok) throw await toError(answer, `${this.place}/${name} cannot be read`);
    return new Uint8Array(await answer.arrayBuffer());
  }

  #fetch(name: string, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.timeout(this.#attemptMaxMs);
    return this.#client.fetch(this.#base + encodeURIComponent(name), { ...init, redirect: 'error', signal });
  }
}

/** True for a missing object; a missing bucket is an error of the settings. */
async function isNoSuchKey(answer: Response): Promise<boolean> {
  return !(await answer.clone().text()).includes('NoSuchBucket');
}

async function toError(answer: Response, what: string): Promise<Error> {
  const text = (await answer.text()).replaceAll(/\s+/g, ' ').slice(0, bodyShownMax);
  return new Error(`${what}: HTTP ${answer.status} ${text}`);
}
