// Checks what was given with the keys at hand, and reads the facts that it states.
import { toHex, utf8 } from '../bytes.mjs';
import { liabilityChecks } from '../liability-checks.mjs';
import { readCheckpoint, readProof } from '../log-note.mjs';
import { cosignersOf, witnessChecks } from '../log-witness.mjs';
import { sha256 } from '../primitives.mjs';
import { checkReceipts } from '../receipt-checks.mjs';
import { readStatement, statementChecks } from '../statement-checks.mjs';

/**
 * Returns the sections of one thing given: title, checks, and facts as pairs of name and value. `keys`, `logKey`
 * and `policy` for witnesses are null without them; `receipts` are all signed receipts at hand.
 */
export function sectionsOf(given, { keys, logKey, policy, receipts }) {
  switch (given.kind) {
    case 'receipts':
      return receiptSections(given.receipts, keys, logKey, policy);
    case 'liability':
      return [
        {
          title: 'Money owed',
          checks: withGroup('total', liabilityChecks(given.proof, logKey)),
          facts: liabilityFacts(given.proof),
        },
      ];
    case 'statement': {
      const checks = statementChecks(given.signed, keys, receipts);
      return [{ title: 'Statement', checks, facts: statementFacts(readStatement(given.signed)) }];
    }
    case 'checkpoint':
      return [checkpointSection(given.note, logKey, policy)];
    default:
      return [];
  }
}

/** SHA-256 of a text, in hex. */
export function hashOfText(text) {
  return toHex(sha256(utf8(text)));
}

function withGroup(group, checks) {
  return checks.map((check) => ({ group, ...check }));
}

function receiptSections(receipts, keys, logKey, policy) {
  return checkReceipts(receipts, keys, { logKey, policy }).map(({ title, checks }, at) => {
    const receipt = at < receipts.length ? parsedReceipt(receipts[at]) : null;
    return {
      title,
      checks: withGroup('together', checks),
      facts: receipt === null ? [] : [...receiptFacts(receipt), ...proofFacts(receipts[at].log_proof)],
    };
  });
}

/** Names under the checkpoint of a proof; whether they are true signatures only a policy with their keys can say. */
function proofFacts(proof) {
  try {
    return witnessFacts(readProof(proof).checkpoint);
  } catch {
    return [];
  }
}

function witnessFacts(note) {
  const names = cosignersOf(note, note.split('\n')[0]);
  return [['Signed also as', names.length === 0 ? 'none' : `${names.join(', ')} (checked only by a policy)`]];
}

function parsedReceipt({ text }) {
  try {
    const receipt = JSON.parse(text);
    return typeof receipt === 'object' ? receipt : null;
  } catch {
    return null;
  }
}

function receiptFacts({ instrument, side, lots, price, openPrice, quote, profit, time, account, order, number, rule }) {
  return [
    ['Instrument', `${instrument}, ${side} ${lots}`],
    ...(openPrice === null
      ? [['Opened at', price]]
      : [
          ['Opened at', openPrice],
          ['Closed at', price],
          ['Profit', profit],
        ]),
    ['Rule', rule],
    ['Time', timeText(time)],
    ['Quote', quote === null ? 'none' : `${quote?.seq} of ${quote?.source}`],
    ['Order', order],
    ['Account', account],
    ['Receipt', `${number} of the account`],
  ];
}

function liabilityFacts({ day, currency, amount, account, log, text }) {
  return [
    ['Counted for the account', `${amount} ${currency}`],
    ['Owed to all clients', `${valueIn(text, 'sum')} ${currency}`],
    ['Day', `${day}, UTC`],
    ['Account', account],
    ['Log', log],
    ['Shows', 'that the account is counted in what the company says it owes'],
    ['Does not show', 'that the company holds this money'],
  ];
}

function valueIn(text, name) {
  try {
    return JSON.parse(text)[name];
  } catch {
    return 'not readable';
  }
}

function statementFacts(statement) {
  if (statement === null) return [];
  const { company, uid, is_demo: isDemo, from, to, zone, currency, opening_balance: opening } = statement;
  return [
    ['Company', company],
    ['Account', isDemo ? `${uid}, demo` : uid],
    ['Days', `${from} to ${to}, ${zone}`],
    ['Opening balance', `${opening} ${currency}`],
    ['Closing balance', `${statement.closing_balance} ${currency}`],
    ['Postings', statement.postings.length],
    ['Orders closed', statement.orders.length],
    ['Made', timeText(statement.made_at)],
  ];
}

function checkpointSection(note, key, policy) {
  const [origin, size, root] = note.split('\n');
  const facts = [['Log', origin], ['Entries', size], ['Root', root], ...witnessFacts(note, key)];
  const checks = [checkpointCheck(note, key), ...witnessChecks(note, policy)];
  return { title: 'Checkpoint', facts, checks: withGroup('log', checks) };
}

function checkpointCheck(note, key) {
  if (key === null) return { ok: null, text: 'Its signature was not checked: give the key of the log.' };
  try {
    const { size } = readCheckpoint(note, key);
    return { ok: true, text: `The log ${key.name} signed its first ${size} entries.` };
  } catch (error) {
    return { ok: false, isKey: error.isKey === true, text: `The checkpoint cannot be used: ${error.message}.` };
  }
}

function timeText(ms) {
  return Number.isSafeInteger(ms) && Math.abs(ms) < 8e15
    ? new Date(ms).toISOString().replace('T', ' ').replace('Z', ' UTC')
    : 'not readable';
}
