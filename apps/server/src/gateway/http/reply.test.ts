import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testCompanies } from '../../../../../testkit/test-company.ts';
import { buildGateway, plainSecurity } from './build-gateway.ts';
import { sendJson } from './reply.ts';

const long = Buffer.from(JSON.stringify({ code: 1, msg: '', data: 'EURUSD '.repeat(400) }));
const short = Buffer.from('{"code":1,"msg":"","data":null}');
let app: FastifyInstance;

beforeEach(() => {
  app = buildGateway(false, testCompanies, plainSecurity);
  app.get('/api/long', (_request, reply) => sendJson(reply.header('vary', 'lang, origin'), long));
  app.get('/api/short', (_request, reply) => sendJson(reply, short));
});
afterEach(() => app.close());

const get = (url: string, encodings?: string) =>
  app.inject({ url, headers: encodings === undefined ? {} : { 'accept-encoding': encodings } });

describe('an answer that is already JSON', () => {
  test('is compressed for clients that accept it, and says so to caches', async () => {
    for (const _round of [1, 2]) {
      const { headers, rawPayload } = await get('/api/long', 'gzip, deflate, br, zstd');
      expect(headers).toMatchObject({
        'content-encoding': 'gzip',
        'content-type': 'application/json; charset=utf-8',
        vary: 'lang, origin, accept-encoding',
      });
      expect(rawPayload.length).toBeLessThan(long.length / 4);
      expect(gunzipSync(rawPayload)).toEqual(long);
    }
  });

  test('is sent plain to other clients, and if compression gains nothing', async () => {
    const plain = await get('/api/long');
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.headers.vary).toContain('accept-encoding');
    expect(plain.rawPayload).toEqual(long);
    const small = await get('/api/short', 'gzip');
    expect(small.headers).not.toHaveProperty('content-encoding');
    expect(small.rawPayload).toEqual(short);
  });
});
