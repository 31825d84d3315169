#!/usr/bin/env node
// Checks receipts of fills against the platform's published keys, offline.
// Plain Node, no packages: the whole verifier is this file, receipt-checks.mjs, key-checks.mjs, account-checks.mjs, amount-checks.mjs,
// reason-checks.mjs, swap-checks.mjs, fraction.mjs, log-checks.mjs, log-witness.mjs and log-note.mjs, with bytes.mjs and
// primitives.mjs.
import { existsSync, readFileSync } from 'node:fs';
import { readKey } from './log-note.mjs';
import { policyOf } from './log-witness.mjs';
import { endQuietly } from './quiet-pipe.mjs';
import { checkReceipts } from './receipt-checks.mjs';

endQuietly();

const usage = `Usage: candor-verify-receipt <receipt.json>… --keys <keys.json> [--log-key <key>] [--whole]
                             [--witness <key>]… [--policy <file>]

  receipt.json  a receipt as downloaded from an order, or the answer of /v1/api/forex/receipts
  keys.json     the platform's /.well-known/candor-receipt-keys.json; fetch it yourself
  --log-key     public key of the company's public log, or a file that holds it: the proof of each receipt is checked
  --witness     public key of a witness, or a file that holds it: it must have cosigned the checkpoint of each proof
  --policy      file that says which witnesses, and how many of them, must have (C2SP tlog-policy)
  --whole       these are all receipts of their account, from its first: none may be missing

Ends with 0 when every check that was made holds, 1 when one does not, 2 when it cannot read what it was given. Checks marked –
were not made.`;

function main(given) {
  const isWhole = given.includes('--whole');
  const args = given.filter((arg) => arg !== '--whole');
  const keysFile = valueOf(args, '--keys');
  const logKeyText = valueOf(args, '--log-key');
  const witnesses = args.filter((_, index) => args[index - 1] === '--witness');
  const policyFile = valueOf(args, '--policy');
  const files = args.filter((arg, index) => !isOption(arg) && !isOption(args[index - 1]));
  if (files.length === 0 || keysFile === undefined || files.some((file) => file.startsWith('-'))) {
    say(usage);
    return 2;
  }
  let keys;
  let logKey;
  let receipts;
  let policy = null;
  try {
    keys = readJson(keysFile).keys;
    if (!Array.isArray(keys)) throw new Error(`${keysFile} holds no list of keys`);
    logKey =
      logKeyText === undefined ? null : readKey(existsSync(logKeyText) ? readFileSync(logKeyText, 'utf8') : logKeyText);
    if (logKey === null && (witnesses.length > 0 || policyFile !== undefined))
      throw new Error('Witnesses cosign checkpoints of the log: name its key with --log-key');
    policy = policyOf(
      witnesses.map((one) => (existsSync(one) ? readFileSync(one, 'utf8') : one)),
      policyFile === undefined ? undefined : readFileSync(policyFile, 'utf8'),
    );
    receipts = files.flatMap((file) => receiptsIn(file));
  } catch (error) {
    say(error.message);
    return 2;
  }
  return report(checkReceipts(receipts, keys, { isWhole, logKey, policy }), receipts.length);
}

const isOption = (arg) => ['--keys', '--log-key', '--witness', '--policy'].includes(arg);

/** Value behind an option; undefined without it. */
function valueOf(args, option) {
  return args.includes(option) ? args[args.indexOf(option) + 1] : undefined;
}

function report(sections, count) {
  let [failed, unjustified, open] = [0, 0, 0];
  for (const { title, checks } of sections) {
    say(`\n${title}`);
    for (const { ok, text, isUnjustified = false } of checks) {
      if (ok === false) failed += 1;
      if (ok === null) open += 1;
      if (isUnjustified) unjustified += 1;
      say(`  ${ok === null ? '–' : ok ? '✓' : '✗'} ${text}`);
    }
  }
  const what = count === 1 ? 'This receipt' : `These ${count} receipts`;
  const which =
    open === 0 ? 'every check' : `every check that was made; ${open} ${open === 1 ? 'was' : 'were'} not (–)`;
  if (failed === 0) say(`\nVERIFIED. ${what} ${count === 1 ? 'holds' : 'hold'} in ${which}.`);
  else if (unjustified > 0) say(`\nNOT JUSTIFIED. ${failed} ${failed === 1 ? 'check does' : 'checks do'} not hold.`);
  else say(`\nNOT VERIFIED. ${failed} ${failed === 1 ? 'check does' : 'checks do'} not hold.`);
  return failed === 0 ? 0 : 1;
}

/** Reads one receipt, a list of them, or a whole answer of the server. */
function receiptsIn(file) {
  const content = readJson(file);
  const receipts = [content?.data ?? content?.receipts ?? content].flat();
  if (receipts.length === 0 || receipts.some((one) => typeof one?.text !== 'string'))
    throw new Error(`${file} holds no receipt`);
  return receipts;
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error.message}`, { cause: error });
  }
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

process.exitCode = main(process.argv.slice(2));
