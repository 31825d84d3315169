#!/usr/bin/env node
// A witness of public logs (C2SP tlog-witness): cosigns a checkpoint only if the log goes on from the one that it cosigned
// before. Plain Node, no packages. One process a folder (folder-lock.mjs), and every answer is on
// disk before it is sent.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { isConsistent } from './consistency.mjs';
import { takeLock } from './folder-lock.mjs';
import { base64, readCheckpoint, readKey } from './note.mjs';
import { endQuietly } from './quiet-pipe.mjs';
import { cosign, openWitnessKey, WitnessState } from './witness-state.mjs';

endQuietly();

const usage = `Usage: candor-witness --name <name> --logs <file> --data <folder> [--port <port>] [--host <address>]

  --name  name of this witness, e.g. witness.example.com/w1; it is part of its key and never changes
  --logs  file with the public key of each log to witness, one a line (name+id+key)
  --data  folder of its key and of the newest checkpoints; losing it means a new witness under another name
  --port  default 8950; 0 for a free one
  --host  default 127.0.0.1: put a proxy with TLS in front

POST /add-checkpoint (C2SP), GET /key, GET /checkpoint/<SHA-256 of the log's name>`;

const bodyMax = 16_384;
const proofMax = 63;
const logsMax = 1_000;
/** The same checkpoint is cosigned again after this. */
const freshSeconds = 60;

/** Answer of a witness to a request; `state` reads and writes, `logs` are keys by name. */
function addCheckpoint(body, { logs, state, key, nowSeconds }) {
  const end = body.indexOf('\n\n');
  const [first = '', ...lines] = body.slice(0, Math.max(0, end)).split('\n');
  const [, count] = /^old (0|[1-9]\d{0,15})$/.exec(first) ?? [];
  const oldSize = Number(count);
  if (end < 0 || !Number.isSafeInteger(oldSize) || lines.length > proofMax) return { status: 400 };
  const note = body.slice(end + 2);
  const log = logs.get(note.slice(0, Math.max(0, note.indexOf('\n'))));
  if (log === undefined) return { status: 404 };
  let proof;
  let checkpoint;
  try {
    proof = lines.map((line) => base64(line, 32));
  } catch {
    return { status: 400 };
  }
  try {
    checkpoint = readCheckpoint(note, log);
  } catch {
    return { status: 403 };
  }
  if (oldSize > checkpoint.size) return { status: 400 };
  const before = state.read(log.name);
  const known = before === null ? { size: 0, root: null } : readCheckpoint(before, log);
  const isOther =
    known.size !== oldSize || (known.size === checkpoint.size && known.root?.equals(checkpoint.root) === false);
  if (isOther) return { status: 409, text: `${known.size}\n`, type: 'text/x.tlog.size' };
  if (known.size === 0 ? proof.length > 0 : !isConsistent(oldSize, known.root, checkpoint.size, checkpoint.root, proof))
    return { status: 422 };
  const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
  const fresh = freshLine(before, text, nowSeconds);
  if (fresh !== null) return { status: 200, text: fresh };
  const line = cosign(key, text, nowSeconds);
  // Lines of others are not kept: only the log's own, and this one.
  state.write(log.name, `${text}\n${ownLine(note, log)}${line}`);
  return { status: 200, text: line };
}

/**
 * The stored cosignature of this very checkpoint, if it is fresh: checkpoints are public, and a stranger who sends one again
 * and again would have the disk synced each time.
 */
function freshLine(before, text, nowSeconds) {
  if (before === null || !before.startsWith(`${text}\n`)) return null;
  const line = before.slice(0, -1).split('\n').at(-1);
  const seconds = Number(Buffer.from(line.split(' ')[2], 'base64').readBigUInt64BE(4));
  return seconds <= nowSeconds && nowSeconds - seconds < freshSeconds ? `${line}\n` : null;
}

function ownLine(note, { name, hash }) {
  const lines = note.slice(note.lastIndexOf('\n\n') + 2, -1).split('\n');
  const own = lines.find((line) => {
    const [, signer, value] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    return signer === name && Buffer.from(value, 'base64').subarray(0, 4).equals(hash);
  });
  return `${own}\n`;
}

function readLogs(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  const keys = lines.map((line) => line.split('#')[0].trim()).filter((line) => line !== '');
  if (keys.length === 0 || keys.length > logsMax)
    throw new Error(`${file} names 1 to ${logsMax} logs, not ${keys.length}`);
  return new Map(keys.map((text) => readKey(text)).map((key) => [key.name, key]));
}

function answer(response, { status, text = '', type = 'text/plain; charset=utf-8' }) {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
  response.end(text);
}

async function bodyOf(request) {
  const parts = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > bodyMax) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

async function handle(request, response, witness) {
  const { method, url = '' } = request;
  const [, name] = /^\/checkpoint\/([0-9a-f]{64})$/.exec(url) ?? [];
  if (method === 'GET' && url === '/key') return answer(response, { status: 200, text: `${witness.key.text}\n` });
  if (method === 'GET' && name !== undefined) {
    const note = witness.state.readByName(name);
    return answer(response, note === null ? { status: 404 } : { status: 200, text: note });
  }
  if (method !== 'POST' || url !== '/add-checkpoint') return answer(response, { status: 404 });
  const body = await bodyOf(request);
  // Another witness may have taken the folder over while this one was stopped.
  if (!witness.lock.isHeld()) return answer(response, { status: 503 });
  if (body === null) return answer(response.setHeader('connection', 'close'), { status: 413 });
  // Without a pause between reading and writing its state: two requests at once are decided one after the other.
  answer(response, addCheckpoint(body, { ...witness, nowSeconds: Math.floor(Date.now() / 1_000) }));
}

function endLost(folder) {
  process.stderr.write(`Another witness has taken ${folder} over: this one ends.\n`);
  process.exit(1);
}

async function main(given) {
  const options = { '--port': '8950', '--host': '127.0.0.1' };
  for (let at = 0; at < given.length; at += 2) options[given[at]] = given[at + 1];
  const { '--name': name, '--logs': file, '--data': folder, '--port': port, '--host': host } = options;
  const isWhole = [name, file, folder].every((one) => one !== undefined) && Object.keys(options).length === 5;
  if (!isWhole || given.length % 2 === 1 || !/^\d{1,5}$/.test(port)) {
    process.stdout.write(`${usage}\n`);
    process.exitCode = 2;
    return;
  }
  const key = openWitnessKey(folder, name);
  const lock = await takeLock(folder);
  const witness = { logs: readLogs(file), state: new WitnessState(folder), key, lock };
  const server = createServer((request, response) => {
    handle(request, response, witness).catch((error) => {
      process.stderr.write(`${error.message}\n`);
      if (response.headersSent) response.destroy();
      else answer(response, { status: 500 });
    });
  });
  server.headersTimeout = 5_000;
  server.requestTimeout = 10_000;
  server.maxConnections = 256;
  server.listen(Number(port), host, () => {
    process.stdout.write(`${key.text}\nlistening on ${host}:${server.address().port}\n`);
  });
  const stop = () => {
    lock.release();
    process.exit(0);
  };
  setInterval(() => {
    if (!lock.beat()) endLost(folder);
  }, lock.beatMs);
  process.on('SIGTERM', stop).on('SIGINT', stop);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
