#!/usr/bin/env node
// Verifies that an account is counted in a total owed to clients, without asking the platform.
// Plain Node, no packages: the whole verifier is this file, liability-checks.mjs, log-note.mjs and fraction.mjs, with
// bytes.mjs and primitives.mjs.
import { existsSync, readFileSync } from 'node:fs';
import { liabilityChecks } from './liability-checks.mjs';
import { readKey } from './log-note.mjs';
import { endQuietly } from './quiet-pipe.mjs';

endQuietly();

const usage = `Usage: candor-verify-liability <proof.json> [--log-key <key>]

  proof.json  as downloaded in the app under Proof
  --log-key   public key of the company's log, name+id+key, or a file that holds it

Ends with 0 when the account is counted and the log has the total, 1 when a check fails, 2 when the file or the key cannot
be read, 3 when no check fails but the total was not checked against the public log.`;

function main([file, option, keyText, ...more]) {
  if (file === undefined || more.length > 0 || (option !== undefined && (option !== '--log-key' || !keyText)))
    return say(usage, 2);
  let proof;
  let key;
  try {
    const content = JSON.parse(readFileSync(file, 'utf8'));
    proof = content?.data ?? content;
    key = keyText === undefined ? null : readKey(existsSync(keyText) ? readFileSync(keyText, 'utf8') : keyText);
  } catch (error) {
    return say(`The proof cannot be checked: ${error.message}.`, 2);
  }
  const checks = liabilityChecks(proof, key);
  for (const { ok, text } of checks) say(`${ok === null ? '–' : ok ? '✓' : '✗'} ${text}`);
  say('\nIt shows that the account is counted in the total that the company says it owes.');
  say('It does not show that the company holds this money.');
  if (checks.some(({ ok }) => ok === false)) return say('NOT VERIFIED.', 1);
  // Without the log, a company could make a total for this account alone.
  if (checks.some(({ ok }) => ok === null))
    return say('NOT COMPLETE. The total was not checked against the public log.', 3);
  return say('VERIFIED. Every check holds.');
}

function say(text, code = 0) {
  process.stdout.write(`${text}\n`);
  return code;
}

process.exitCode = main(process.argv.slice(2));
