import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TileMemory } from '../../../testkit/tile-memory.ts';
import { signCheckpoint } from './checkpoint.ts';
import { TileTree } from './make-proof.ts';
import { encodeNoteKey, noteKeyOf } from './note.ts';

/** Debian's golang-1.19-go and golang-golang-x-mod-dev. */
const [go, sumdb] = ['/usr/lib/go-1.19/bin/go', '/usr/share/gocode/src/golang.org/x/mod'];
const isHere = existsSync(go) && existsSync(sumdb);
const source = new URL('../../../testkit/tlog-check/main.go', import.meta.url).pathname;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const size = 70_000;

describe.skipIf(!isHere)('Go’s checksum database (skipped without golang-1.19-go and golang-golang-x-mod-dev)', () => {
  const signer = { name: 'log.example/1', privateKey: generateKeyPairSync('ed25519').privateKey };
  const key = encodeNoteKey(noteKeyOf(signer));
  const folder = isHere ? mkdtempSync(join(tmpdir(), 'tlog-check-')) : '';
  const files = join(folder, 'log');
  const build = { cwd: folder, env: { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off', GO111MODULE: 'on' } };
  const runs = () => execFileSync(join(folder, 'check'), [files, key], { encoding: 'utf8', stdio: 'pipe' });

  beforeAll(async () => {
    copyFileSync(source, join(folder, 'main.go'));
    writeFileSync(
      join(folder, 'go.mod'),
      `module check\n\ngo 1.19\n\nrequire golang.org/x/mod v0.0.0\n\nreplace golang.org/x/mod => ${sumdb}\n`,
    );
    execFileSync(go, ['build', '-o', 'check', '.'], build);
    await writeLog();
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function writeLog(): Promise<void> {
    const log = new TileMemory();
    for (let at = 0; at < size; at += 1) log.append(Buffer.from(`entry ${at}`));
    for (const [path, bytes] of log.files()) {
      mkdirSync(dirname(join(files, path)), { recursive: true });
      writeFileSync(join(files, path), bytes);
    }
    const tree = new TileTree(size, log.readTile);
    const root = await tree.root();
    writeFileSync(join(files, 'checkpoint'), signCheckpoint({ origin: signer.name, size, root }, signer));
    const lines: string[] = [];
    for (let index = 0; index < size; index += 1_777) {
      const proof = await tree.inclusionProof(index);
      lines.push(['inclusion', index, size, hex(root), hex(await tree.leaf(index)), ...proof.map(hex)].join(' '));
      const oldRoot = await new TileTree(index + 1, log.readTile).root();
      const path = await tree.consistencyProof(index + 1);
      lines.push(['consistency', index + 1, hex(oldRoot), size, hex(root), ...path.map(hex)].join(' '));
    }
    writeFileSync(join(files, 'proofs.txt'), `${lines.join('\n')}\n`);
  }

  test('opens our checkpoint, rebuilds our tiles from our entries, makes proofs from them, and accepts ours (R-LOG-04)', () => {
    expect(runs()).toBe(`size ${size} tiles 277 made 101 checked 80\n`);
  });

  test('refuses a changed tile, and a changed entry (R-LOG-04)', () => {
    for (const path of ['tile/0/000', 'tile/1/000', 'tile/entries/000']) {
      const file = join(files, path);
      const honest = readFileSync(file);
      const changed = Buffer.from(honest);
      changed[7] = (changed[7] ?? 0) ^ 1;
      writeFileSync(file, changed);
      expect(runs, path).toThrow(/inconsistent tile|invalid transparency proof|entries have another/);
      writeFileSync(file, honest);
    }
  });
});
