#!/usr/bin/env node
// Calculates a company's public statistics again from their anonymous rows.
// Plain Node, no packages: the whole verifier is this file, statistics-checks.mjs, log-walk.mjs, log-source.mjs and log-note.mjs.
import { readFileSync } from 'node:fs';
import { readProof } from './log-note.mjs';
import { openSource } from './log-source.mjs';
import { entriesOf, readWide } from './log-walk.mjs';
import { endQuietly } from './quiet-pipe.mjs';
import { countRows, differences, rowOf, wrongEstimates } from './statistics-checks.mjs';

endQuietly();

const usage = `Usage: candor-verify-statistics <url> [--log] [--receipt <receipt.json>]…

  url        address of the company, e.g. https://m.example.com
  --log      also read the public log from the first row to the last: each receipt must have its row (large)
  --receipt  a receipt that carries a proof: its row must say what the receipt says

Ends with 0 when every figure that follows from rows agrees, 1 when one does not, 2 when something cannot be read.
Refusals, withdrawals and losing accounts are not in the rows: they are the company's word.`;

const receiptKind = 2;
const rowsFileMax = 512 * 1024 * 1024;

async function main([place, ...given]) {
  const withLog = given.includes('--log');
  const rest = given.filter((one) => one !== '--log');
  const isKnown = rest.length % 2 === 0 && rest.every((one, at) => at % 2 === 1 || one === '--receipt');
  if (place === undefined || place.startsWith('--') || !isKnown) return say(usage, 2);
  let facts;
  try {
    facts = await gather(place.replace(/\/+$/, ''));
  } catch (error) {
    return say(`The statistics cannot be read: ${error.message}.`, 2);
  }
  if (facts.days.length === 0) return say('– There are no rows yet: too few fills, or no complete day.', 0);
  const faults = [...checkCounts(facts), ...checkLeaves(facts)];
  try {
    if (withLog) faults.push(...(await checkLog(facts, openSource(`${place.replace(/\/+$/, '')}/log`))));
    for (const file of rest.filter((_, at) => at % 2 === 1)) faults.push(...checkReceipts(facts, file));
  } catch (error) {
    return say(`Something cannot be read: ${error.message}.`, 2);
  }
  for (const fault of faults) say(`✗ ${fault}.`);
  if (faults.length > 0) return say('\nNOT VERIFIED.', 1);
  return say('\nVERIFIED. Every figure that follows from the rows agrees.', 0);
}

async function gather(place) {
  const figures = JSON.parse(await textOf(`${place}/statistics.json`));
  if (figures?.version !== 'candor-statistics-1') throw new Error('there are no statistics at this address');
  const days = [];
  for (const { day, fills, path } of figures.rows) {
    const rows = (await textOf(new URL(path, place).href))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
    days.push({ day, fills, rows });
  }
  return { figures, days };
}

async function textOf(url) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(60_000) });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  const parts = [];
  let length = 0;
  for await (const part of answer.body) {
    length += part.length;
    if (length > rowsFileMax) throw new Error(`${url} is too long`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** Compares counts and estimates of both realms with the rows. */
function checkCounts({ figures, days }) {
  const faults = [];
  for (const { day, fills, rows } of days)
    if (rows.length !== fills) faults.push(`${day} has ${rows.length} rows for ${fills} fills`);
  for (const realm of ['real', 'demo']) {
    const { counts, slippage } = figures[realm];
    if (counts === null) continue;
    const calculated = countRows(
      days.map(({ rows }) => rows),
      realm,
    );
    for (const name of differences(counts, calculated)) faults.push(`${realm}: ${name} does not follow from the rows`);
    if (slippage !== null)
      for (const name of wrongEstimates(slippage, calculated))
        faults.push(`${realm}: the ${name} of the slippage does not follow from the rows`);
    say(`✓ ${realm}: ${calculated.fills} rows counted.`);
  }
  return faults;
}

/** Each row names an entry of its own. */
function checkLeaves({ days }) {
  const seen = new Set();
  const faults = [];
  let without = 0;
  for (const { day, rows } of days)
    for (const [leaf] of rows) {
      if (leaf === null) without += 1;
      else if (seen.has(leaf)) faults.push(`${day}: two rows name entry ${leaf}`);
      else seen.add(leaf);
    }
  if (without > 0) say(`– ${without} rows are of receipts that are older than the log.`);
  return faults;
}

/** The receipts of the log, from the first row's entry to the last's, are those of the rows. */
async function checkLog({ days }, read) {
  const leaves = days.flatMap(({ rows }) => rows.flatMap(([leaf]) => (leaf === null ? [] : [leaf])));
  if (leaves.length === 0) return [];
  const named = new Set(leaves);
  const [from, to] = [leaves.reduce((a, b) => Math.min(a, b)), leaves.reduce((a, b) => Math.max(a, b))];
  const size = Number((await read('checkpoint'))?.toString().split('\n')[1] ?? 0);
  if (size <= to) return [`the log has ${size} entries, and a row names entry ${to}`];
  const faults = [];
  for (let index = Math.floor(from / 256); index * 256 <= to; index += 1) {
    const width = Math.min(256, size - index * 256);
    for (const [at, entry] of entriesOf(await readWide(read, 'entries', index, width), width).entries()) {
      const leaf = index * 256 + at;
      if (leaf < from || leaf > to || (entry[0] === receiptKind) === named.has(leaf)) continue;
      faults.push(
        named.has(leaf) ? `entry ${leaf} of the log is no receipt` : `the receipt at entry ${leaf} has no row`,
      );
    }
  }
  say(`✓ Entries ${from} to ${to} of the log compared.`);
  return faults;
}

function checkReceipts({ days }, file) {
  const content = JSON.parse(readFileSync(file, 'utf8'));
  return [content?.data ?? content].flat().flatMap(({ id, text, log_proof: proof }) => {
    if (typeof proof !== 'string') return [`receipt ${id} carries no proof`];
    const { index } = readProof(proof);
    const row = days.flatMap(({ rows }) => rows).find(([leaf]) => leaf === index);
    if (row === undefined) return [`receipt ${id} has no row`];
    if (row[2] === null) {
      say(`– Receipt ${id} has a row without figures: too few orders are counted with it to be shown.`);
      return [];
    }
    const expected = rowOf(JSON.parse(text));
    if (JSON.stringify(row.slice(1, 5)) !== JSON.stringify(expected))
      return [`the row of receipt ${id} says ${row.slice(1, 5).join(', ')}; the receipt says ${expected.join(', ')}`];
    say(`✓ Receipt ${id} is counted as it is.`);
    return [];
  });
}

function say(line, code) {
  process.stdout.write(`${line}\n`);
  return code;
}

process.exitCode = await main(process.argv.slice(2));
