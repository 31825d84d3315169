import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';

/** Queries the embedded database of a running product as its owner. */
export async function queryEmbedded(dataDir: string, text: string): Promise<object[]> {
  const [, , , port, host] = readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n');
  const client = new Client({ host: host ?? '', port: Number(port), user: 'candor', database: 'candor' });
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}
