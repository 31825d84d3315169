#!/usr/bin/env node
// Verifies a signed statement against the platform's published keys, offline.
// Plain Node, no packages: the whole verifier is this file, statement-checks.mjs, receipt-checks.mjs and what they import.
import { readFileSync } from 'node:fs';
import { endQuietly } from './quiet-pipe.mjs';
import { statementChecks } from './statement-checks.mjs';

endQuietly();

const usage = `Usage: candor-verify-statement <statement.json> --keys <keys.json> [--receipts <receipts.json>]…

  statement.json  a signed statement as downloaded in the app
  keys.json       the platform's /.well-known/candor-receipt-keys.json; fetch it yourself
  --receipts      receipts of its orders: they are verified, and each line that a fill caused is compared with its receipt

Ends with 0 when every check holds, 1 when one does not, 2 when a file cannot be read, 3 when no check fails but lines were not
compared with their receipts.`;

function main([file, ...given]) {
  const options = { '--keys': [], '--receipts': [] };
  for (let at = 0; at < given.length; at += 2) options[given[at]]?.push(given[at + 1]);
  const isKnown = given.every((one, at) => (at % 2 === 0 ? Object.hasOwn(options, one) : one !== undefined));
  if (file === undefined || options['--keys'].length !== 1 || given.length % 2 === 1 || !isKnown) return say(usage, 2);
  let statement;
  let keys;
  let receipts;
  try {
    const content = readJson(file);
    statement = content?.data ?? content;
    if (typeof statement?.text !== 'string') throw new Error(`${file} holds no signed statement`);
    keys = keysIn(options['--keys'][0]);
    receipts = options['--receipts'].flatMap(receiptsIn);
  } catch (error) {
    return say(`The statement cannot be checked: ${error.message}.`, 2);
  }
  const checks = statementChecks(statement, keys, receipts);
  for (const { ok, text, expected, found } of checks) {
    const compared = ok === false && expected !== undefined ? ` Calculated ${expected}, stated ${found}.` : '';
    say(`${ok === null ? '–' : ok ? '✓' : '✗'} ${text}${compared}`);
  }
  if (checks.some(({ ok }) => ok === false)) return say('\nNOT VERIFIED.', 1);
  if (checks.some(({ ok }) => ok === null))
    return say('\nNOT COMPLETE. Lines were not compared with their receipts.', 3);
  return say('\nVERIFIED. Every check holds.', 0);
}

function keysIn(file) {
  const { keys } = readJson(file);
  if (!Array.isArray(keys)) throw new Error(`${file} holds no list of keys`);
  return keys;
}

function receiptsIn(file) {
  const content = readJson(file);
  const receipts = [content?.data ?? content?.receipts ?? content].flat();
  if (receipts.length === 0 || receipts.some((one) => typeof one?.text !== 'string'))
    throw new Error(`${file} holds no receipt`);
  return receipts;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function say(line, code) {
  process.stdout.write(`${line}\n`);
  return code;
}

process.exitCode = main(process.argv.slice(2));
