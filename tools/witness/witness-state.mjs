// Key and state of a witness on disk: the newest checkpoint of each log that it cosigned, replaced in one step and synced.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { sha256 } from './note.mjs';

const cosignature = 4;

function writeSynced(folder, name, text, place) {
  const draft = join(folder, `${name}.draft`);
  const file = openSync(draft, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  place(draft, join(folder, name));
  const inside = openSync(folder, 'r');
  try {
    fsyncSync(inside);
  } finally {
    closeSync(inside);
  }
}

/** Opens the key of a witness, which is created at the first start and never replaced. */
export function openWitnessKey(folder, name) {
  if (!/^[^\s+]{1,100}$/.test(name)) throw new Error('The name of a witness has no spaces and no plus');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'witness-ed25519.pem');
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    // A link fails where there is a file: two first starts at once end with one key.
    writeSynced(folder, 'witness-ed25519.pem', pem, (draft, to) => {
      linkSync(draft, to);
      unlinkSync(draft);
    });
  }
  const privateKey = createPrivateKey(readFileSync(file));
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  const bytes = Buffer.concat([Buffer.of(cosignature), Buffer.from(x, 'base64url')]);
  const id = sha256(`${name}\n`, bytes).subarray(0, 4);
  return { name, id, privateKey, text: `${name}+${id.toString('hex')}+${bytes.toString('base64')}` };
}

/** Line of a cosignature over the text of a checkpoint. */
export function cosign({ name, id, privateKey }, text, seconds) {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(seconds));
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`), privateKey);
  return `— ${name} ${Buffer.concat([id, time, signature]).toString('base64')}\n`;
}

/** Name of a log's file: its origin may have any letters. */
const stateName = (origin) => sha256(origin).toString('hex');

/** The newest cosigned checkpoint of each log. */
export class WitnessState {
  #folder;

  constructor(folder) {
    this.#folder = join(folder, 'logs');
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
  }

  /** The cosigned note; null before the first. */
  read(origin) {
    return this.readByName(stateName(origin));
  }

  readByName(name) {
    const file = join(this.#folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : null;
  }

  /** Returns once it is on disk. */
  write(origin, note) {
    writeSynced(this.#folder, stateName(origin), note, renameSync);
  }
}
