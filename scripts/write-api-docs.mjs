// npm run api-docs: writes docs/api/openapi.json and asyncapi.json from the table of calls and the socket's messages, and
// docs/REFUSALS.md from the engine's lists of refusals.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeSocket } from '../apps/server/src/gateway/docs/async-api.ts';
import { describeApi } from '../apps/server/src/gateway/docs/open-api.ts';
import { describeRefusals } from '../testkit/refusal-lists.ts';

const docs = join(import.meta.dirname, '..', 'docs');
const folder = join(docs, 'api');
const documents = { 'openapi.json': describeApi(), 'asyncapi.json': describeSocket() };
for (const [name, document] of Object.entries(documents))
  writeFileSync(join(folder, name), `${JSON.stringify(document, null, 2)}\n`);
writeFileSync(join(docs, 'REFUSALS.md'), describeRefusals());
spawnSync('npx', ['biome', 'format', '--write', folder], { stdio: 'inherit' });
