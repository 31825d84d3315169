#!/usr/bin/env node
// Reads a whole public log again and trusts nothing but its key.
// Plain Node, no packages: the whole verifier is this file, log-compare.mjs, log-walk.mjs, tile-path.mjs, log-rules.mjs,
// log-catalogue.mjs, log-keys.mjs, log-quote-watch.mjs, log-quotes.mjs, fraction.mjs, log-witness.mjs, log-source.mjs and log-note.mjs,
// with bytes.mjs and primitives.mjs.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { compareLog } from './log-compare.mjs';
import { readKey } from './log-note.mjs';
import { openSource } from './log-source.mjs';
import { policyOf } from './log-witness.mjs';
import { endQuietly } from './quiet-pipe.mjs';

endQuietly();

const usage = `Usage: candor-verify-log <url or folder> --key <key> [--seen <file>] [--receipt <receipt.json>]…
                         [--witness <key>]… [--policy <file>]

  url or folder  the log, e.g. https://m.example.com/log
  --key          public key of the log, name+id+key, or a file that holds it; get it from somebody you trust
  --seen         file of the newest checkpoint that you saw: the log must go on from it; it is then replaced
  --receipt      a receipt that carries a proof: it must be in the log where its proof says, and fit the rules and
                 quotes that the log holds
  --witness      public key of a witness, which must have cosigned the checkpoint; or a file that holds it
  --policy       file that says which witnesses, and how many of them, must have (C2SP tlog-policy)

Ends with 0 when the log holds, 1 when it does not, 2 when it or a receipt cannot be read.`;

async function main([place, ...given]) {
  const options = { '--key': [], '--seen': [], '--receipt': [], '--witness': [], '--policy': [] };
  for (let at = 0; at < given.length; at += 2) options[given[at]]?.push(given[at + 1]);
  const isKnown = given.every((one, at) => (at % 2 === 0 ? Object.hasOwn(options, one) : one !== undefined));
  const [key] = options['--key'];
  if (place === undefined || key === undefined || given.length % 2 === 1 || !isKnown) return say(usage, 2);
  let facts;
  try {
    const policy = policyIn(options['--witness'], options['--policy']);
    facts = { policy, ...(await gather(place, key, options['--seen'][0], options['--receipt'])) };
  } catch (error) {
    return say(`The log cannot be read: ${error.message}.`, 2);
  }
  return check(facts);
}

/** Reads key, checkpoints and receipts, all but the entries. */
async function gather(place, keyText, seenFile, receiptFiles) {
  const read = openSource(place);
  const key = readKey(existsSync(keyText) ? readFileSync(keyText, 'utf8') : keyText);
  const note = await read('checkpoint');
  if (note === null) throw new Error('it has no checkpoint');
  // A page of a site, most likely: a wrong address is no fraud.
  if (!/^[^\n<]+\n\d+\n/.test(note.toString())) throw new Error('there is no log at this address');
  const seen = seenFile !== undefined && existsSync(seenFile) ? readFileSync(seenFile, 'utf8') : null;
  const receipts = receiptFiles.flatMap((file) => receiptsIn(file));
  return { read, key, note: note.toString(), seen, seenFile, receipts };
}

function receiptsIn(file) {
  const content = JSON.parse(readFileSync(file, 'utf8'));
  const receipts = [content?.data ?? content].flat();
  if (receipts.length === 0 || receipts.some((one) => typeof one?.id !== 'string'))
    throw new Error(`${file} holds no receipt`);
  return receipts;
}

/** Policy of the options; null without any. */
function policyIn(keys, files) {
  if (files.length > 1) throw new Error('--policy is given twice');
  const [text] = files.map((file) => readFileSync(file, 'utf8'));
  return policyOf(
    keys.map((one) => (existsSync(one) ? readFileSync(one, 'utf8') : one)),
    text,
  );
}

async function check({ seenFile, ...facts }) {
  const checks = await compareLog(facts);
  for (const { ok, text } of checks) say(`${ok === null ? '–' : ok ? '✓' : '✗'} ${text}`);
  if (checks.some(({ ok }) => ok === false)) return 1;
  if (seenFile !== undefined) {
    writeFileSync(`${seenFile}.draft`, facts.note);
    renameSync(`${seenFile}.draft`, seenFile);
  }
  const open = checks.filter(({ ok }) => ok === null).length;
  const which = open === 0 ? '' : ` that was made; ${open} ${open === 1 ? 'was' : 'were'} not (–)`;
  return say(`\nVERIFIED. The log holds in every check${which}.`, 0);
}

function say(line, code) {
  process.stdout.write(`${line}\n`);
  return code;
}

process.exitCode = await main(process.argv.slice(2));
