// npm run api-docs: writes docs/api/openapi.json and asyncapi.json from the table of calls and the socket's messages.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeSocket } from '../apps/server/src/gateway/docs/async-api.ts';
import { describeApi } from '../apps/server/src/gateway/docs/open-api.ts';

const folder = join(import.meta.dirname, '..', 'docs', 'api');
const documents = { 'openapi.json': describeApi(), 'asyncapi.json': describeSocket() };
for (const [name, document] of Object.entries(documents))
  writeFileSync(join(folder, name), `${JSON.stringify(document, null, 2)}\n`);
spawnSync('npx', ['biome', 'format', '--write', folder], { stdio: 'inherit' });
