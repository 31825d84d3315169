// Checks what was given with the keys at hand, and reads the facts that it states.
import { toHex, utf8 } from '../bytes.mjs';
import { liabilityChecks } from '../liability-checks.mjs';
import { readCheckpoint, readProof } from '../log-note.mjs';
import { cosignersOf, witnessChecks } from '../log-witness.mjs';
import { sha256 } from '../primitives.mjs';
import { checkReceipts } from '../receipt-checks.mjs';
import { readStatement, statementChecks } from '../statement-checks.mjs';
import { say } from './texts.mjs';

/**
 * Returns the sections of one thing given: title (`isEnglish` if the commands give it), checks, and facts as pairs of
 * name and value. `keys`, `logKey` and `policy` for witnesses are null without them; `receipts` are all signed receipts at
 * hand.
 */
export function sectionsOf(given, { keys, logKey, policy, receipts }) {
  switch (given.kind) {
    case 'receipts':
      return receiptSections(given.receipts, keys, logKey, policy);
    case 'liability':
      return [
        {
          title: say('owedTitle'),
          checks: withGroup('total', liabilityChecks(given.proof, logKey)),
          facts: liabilityFacts(given.proof),
        },
      ];
    case 'statement': {
      const checks = statementChecks(given.signed, keys, receipts);
      return [{ title: say('statement'), checks, facts: statementFacts(readStatement(given.signed)) }];
    }
    case 'log':
      return [logSection(given, { logKey, policy, receipts })];
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
    const isOne = at < receipts.length;
    const receipt = isOne ? parsedReceipt(receipts[at]) : null;
    return {
      title: isOne ? title : say('together'),
      isEnglish: isOne,
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
  return [[say('signedAlso'), names.length === 0 ? say('none') : say('byPolicy', names.join(', '))]];
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
    [say('instrument'), `${instrument}, ${side} ${lots}`],
    ...(openPrice === null
      ? [[say('openedAt'), price]]
      : [
          [say('openedAt'), openPrice],
          [say('closedAt'), price],
          [say('profit'), profit],
        ]),
    [say('rule'), rule],
    [say('time'), timeText(time)],
    [say('quote'), quote === null ? say('none') : say('ofSource', quote?.seq, quote?.source)],
    [say('order'), order],
    [say('account'), account],
    [say('receipt'), say('ofAccount', number)],
  ];
}

function liabilityFacts({ day, currency, amount, account, log, text }) {
  return [
    [say('countedFor'), `${amount} ${currency}`],
    [say('owedToAll'), `${valueIn(text, 'sum')} ${currency}`],
    [say('day'), `${day}, UTC`],
    [say('account'), account],
    [say('logName'), log],
    [say('shows'), say('showsCounted')],
    [say('showsNot'), say('notMoney')],
  ];
}

function valueIn(text, name) {
  try {
    return JSON.parse(text)[name];
  } catch {
    return say('unreadableValue');
  }
}

function statementFacts(statement) {
  if (statement === null) return [];
  const { company, uid, is_demo: isDemo, from, to, zone, currency, opening_balance: opening } = statement;
  return [
    [say('company'), company],
    [say('account'), isDemo ? say('demo', uid) : uid],
    [say('days'), say('fromTo', from, to, zone)],
    [say('opening'), `${opening} ${currency}`],
    [say('closing'), `${statement.closing_balance} ${currency}`],
    [say('postings'), statement.postings.length],
    [say('ordersClosed'), statement.orders.length],
    [say('madeAt'), timeText(statement.made_at)],
  ];
}

function checkpointSection(note, key, policy) {
  const [origin, size, root] = note.split('\n');
  const facts = [[say('logName'), origin], [say('entries'), size], [say('root'), root], ...witnessFacts(note, key)];
  const checks = [checkpointCheck(note, key), ...witnessChecks(note, policy)];
  return { title: say('checkpoint'), facts, checks: withGroup('log', checks) };
}

/** The checks of a whole log are of the receipts, the key and the policy that were at hand when it was read. */
function logSection({ checks, about }, now) {
  const isSame =
    about.logKey === now.logKey &&
    about.policy === now.policy &&
    about.receipts.length === now.receipts.length &&
    about.receipts.every((one, index) => one === now.receipts[index]);
  const later = isSame ? [] : [{ ok: null, isOwn: true, text: say('logLater') }];
  return { title: say('log'), checks: withGroup('log', [...checks, ...later]) };
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
    : say('unreadableValue');
}
