#!/usr/bin/env node
// Reads a whole public log again and trusts nothing but its key.
// Plain Node, no packages: the whole verifier is this file, log-walk.mjs, log-rules.mjs, log-quotes.mjs, fraction.mjs,
// log-witness.mjs, log-source.mjs and log-note.mjs, with bytes.mjs and primitives.mjs.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isSame } from './bytes.mjs';
import { readCheckpoint, readKey, readProof, receiptEntry } from './log-note.mjs';
import { RuleWatch } from './log-rules.mjs';
import { openSource } from './log-source.mjs';
import { walkLog } from './log-walk.mjs';
import { policyOf, witnessChecks } from './log-witness.mjs';
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

const kinds = {
  1: 'seconds of quotes',
  2: 'receipts',
  3: 'rules',
  4: 'corrections',
  5: 'totals owed to clients',
  6: 'builds',
};

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

async function check({ read, key, note, seen, seenFile, receipts, policy }) {
  let now;
  let before = null;
  try {
    now = readCheckpoint(note, key);
    before = seen === null ? null : readCheckpoint(seen, key);
  } catch (error) {
    return say(`✗ BAD CHECKPOINT: ${error.message}.`, 1);
  }
  say(`✓ The log ${key.name} signed ${now.size} entries.`);
  const cosigned = witnessChecks(note, policy);
  for (const { ok, text } of cosigned) say(`${ok === null ? '–' : ok ? '✓' : '✗'} ${text}`);
  if (cosigned.some(({ ok }) => ok === false)) return 1;
  if (before !== null && before.size > now.size)
    return say(`✗ ROLLED BACK: the log had signed ${before.size} entries before.`, 1);
  const proofs = receipts.map((one) => ({ id: one.id, ...expected(one, key) }));
  const counts = new Map();
  const found = new Set();
  const watch = new RuleWatch(proofs.filter(({ fault }) => fault === undefined));
  let roots;
  try {
    const sizes = [before, ...proofs.map(({ checkpoint }) => checkpoint)].flatMap((one) =>
      one == null ? [] : [one.size],
    );
    const walked = await walkLog(read, now.size, sizes, (index, entry) => {
      counts.set(entry[0], (counts.get(entry[0]) ?? 0) + 1);
      watch.take(index, entry);
      for (const proof of proofs)
        if (proof.index === index && proof.entry !== undefined && isSame(proof.entry, entry)) found.add(proof);
    });
    roots = walked.roots;
    if (!isSame(walked.root, now.root)) return say('✗ REWRITTEN: the entries do not have the root that was signed.', 1);
  } catch (error) {
    return say(`✗ REWRITTEN: ${error.message}.`, 1);
  }
  say(`✓ The entries have the signed root, and every tile is theirs: ${listed(counts)}.`);
  if (before !== null && !isSame(roots.get(before.size) ?? [], before.root))
    return say(`✗ SPLIT VIEW: the first ${before.size} entries are not those that the log signed before.`, 1);
  if (before !== null) say(`✓ The log begins with the ${before.size} entries that it signed before.`);
  return finish(proofs, { size: now.size, found, roots, findings: watch.findings() }, { note, seenFile });
}

/** Entry and place that a receipt's proof names. */
function expected({ text, log_proof: proof }, key) {
  if (typeof proof !== 'string') return { fault: 'it carries no proof' };
  try {
    const { salt, index, checkpoint } = readProof(proof);
    const receipt = JSON.parse(text);
    return { index, entry: receiptEntry(salt, text), checkpoint: readCheckpoint(checkpoint, key), receipt };
  } catch (error) {
    return { fault: error.message };
  }
}

function finish(proofs, { size, found, roots, findings }, { note, seenFile }) {
  let code = 0;
  for (const proof of proofs) {
    const { id, fault, index, checkpoint } = proof;
    if (fault !== undefined) code = say(`✗ RECEIPT ${id}: ${fault}.`, 1);
    else if (checkpoint.size > size)
      code = say(
        `✗ ROLLED BACK, or an old copy of the log: with receipt ${id} it signed ${checkpoint.size} entries; read it again.`,
        1,
      );
    else if (!found.has(proof))
      code = say(`✗ REMOVED: receipt ${id} is not entry ${index} of the log, as was signed.`, 1);
    else if (!isSame(roots.get(checkpoint.size) ?? [], checkpoint.root))
      code = say(`✗ SPLIT VIEW: receipt ${id} was given a checkpoint that is not one of this log.`, 1);
    else say(`✓ Receipt ${id} is entry ${index}.`);
  }
  for (const { id, ok, text } of findings) {
    say(`${ok === null ? '–' : ok ? '✓' : '✗'} Receipt ${id}: ${text}.`);
    if (ok === false) code = 1;
  }
  if (code !== 0) return code;
  if (seenFile !== undefined) {
    writeFileSync(`${seenFile}.draft`, note);
    renameSync(`${seenFile}.draft`, seenFile);
  }
  const open = findings.filter(({ ok }) => ok === null).length;
  const which = open === 0 ? '' : ` that was made; ${open} ${open === 1 ? 'was' : 'were'} not (–)`;
  return say(`\nVERIFIED. The log holds in every check${which}.`, 0);
}

function listed(counts) {
  const known = [...counts].toSorted(([one], [other]) => one - other);
  return known.map(([kind, count]) => `${count} ${kinds[kind] ?? `of the unknown kind ${kind}`}`).join(', ') || 'none';
}

function say(line, code) {
  process.stdout.write(`${line}\n`);
  return code;
}

process.exitCode = await main(process.argv.slice(2));
