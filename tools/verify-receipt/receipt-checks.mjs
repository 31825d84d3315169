// Checks the claims of a receipt one by one. Written from docs/adr/0008-receipts.md and the rules in docs/SPEC.md,
// without code shared with the platform: the two have to agree.
import { accountChecks } from './account-checks.mjs';
import { amountChecks } from './amount-checks.mjs';
import { fromHex, toHex, utf8 } from './bytes.mjs';
import { compare, decimal, figures } from './fraction.mjs';
import { signatureChecks } from './key-checks.mjs';
import { logChecks } from './log-checks.mjs';
import { sha256 } from './primitives.mjs';
import { furtherChecks, reasonChecks } from './reason-checks.mjs';
import { swapChecks } from './swap-checks.mjs';

const zeros = '0'.repeat(64);
const fields =
  'version id company realm account number previous order opening instrument side kind lots leverage rule level quote price openPrice rate contract margin fee profit swap time';
/** Fields of each version, in their order. */
const versions = {
  'candor-receipt-1': fields,
  'candor-receipt-2': `${fields} asked reason`,
  'candor-receipt-3': `${fields} asked reason rules swaps`,
  'candor-receipt-4': `${fields} asked reason rules swaps`,
};
const openings = { 'market-open': 'market', 'limit-fill': 'limit', 'stop-fill': 'stop' };
const closings = ['user-close', 'stop-loss', 'take-profit', 'stop-out', 'demo-reset'];

const isOpening = (receipt) => Object.hasOwn(openings, receipt.rule);

/**
 * Returns sections of checks; `ok` is true, false, or null for a check not made. `isWhole` states that the receipts are
 * all of their accounts up to the last one: then a missing one is an error. `logKey` is the key of the public log, `policy`
 * the one for its witnesses; null without one. Without `keys`, null, no signature is checked.
 */
export function checkReceipts(signed, keys, { isWhole = false, logKey = null, policy = null } = {}) {
  const read = signed.map((one) => ({ one, receipt: readText(one.text) }));
  const sections = read.map(({ one, receipt }) => {
    const inLog = logChecks(one, logKey, policy);
    const isLogged = logKey === null ? null : isShown(inLog);
    return {
      title: receipt === null ? `Receipt ${one.id}` : titleOf(receipt),
      checks: [
        ...inGroup('paper', sealChecks(one, receipt, keys, isLogged)),
        ...(receipt === null ? [] : claimChecks(receipt)),
        ...inGroup('log', inLog),
      ],
    };
  });
  const readable = read.filter(({ receipt }) => receipt !== null);
  if (readable.length < 2 && !isWhole) return sections;
  const together = togetherChecks(readable, isWhole);
  const explained = new Set(together.map(({ about }) => about));
  // A further close of a stop-out is explained by all of its receipts together.
  const own = sections.map(({ title, checks }, at) => {
    const isExplained = explained.has(read[at].receipt?.id);
    return { title, checks: checks.filter(({ isFurther }) => !(isFurther === true && isExplained)) };
  });
  return [...own, { title: 'Together', checks: together }];
}

function inGroup(group, checks) {
  return checks.map((check) => ({ ...check, group }));
}

function readText(text) {
  try {
    const receipt = JSON.parse(text);
    return typeof receipt === 'object' && receipt !== null && !Array.isArray(receipt) ? receipt : null;
  } catch {
    return null;
  }
}

/** True if the last of a receipt's checks of the log, that of its place, was made, and none fails. */
function isShown(inLog) {
  return inLog.at(-1)?.ok === true && inLog.every(({ ok }) => ok !== false);
}

function titleOf(receipt) {
  const what = isOpening(receipt) ? 'opened' : 'closed';
  return `Receipt ${receipt.id}: ${receipt.side} ${receipt.lots} lots ${receipt.instrument} ${what} at ${receipt.price}`;
}

function sealChecks(one, receipt, keys, isLogged) {
  const checks = [];
  const hash = hashOf(utf8(one.text));
  const isForm = receipt !== null && Object.hasOwn(versions, receipt.version) && JSON.stringify(receipt) === one.text;
  const isWhole = isForm && Object.keys(receipt).join(' ') === versions[receipt.version];
  const form = isForm ? receipt.version : Object.keys(versions).join(' or ');
  checks.push({ ok: isWhole, text: `The text is a receipt of the form ${form}, each field once and in its place.` });
  if (one.fields !== undefined) {
    const isSame = JSON.stringify(one.fields) === one.text && one.id === receipt?.id;
    checks.push({ ok: isSame, text: 'The readable fields say what the signed text says.' });
  }
  checks.push({
    ok: one.hash === hash,
    text: `Its SHA-256 is the hash it states, ${hash.slice(0, 16)}….`,
    ...figures(hash, one.hash),
  });
  return [...checks, ...signatureChecks(one, keys, { timeMs: receipt?.time, isLogged })];
}

function hashOf(bytes) {
  return toHex(sha256(bytes));
}

/** Checks on the receipt alone. */
function claimChecks(receipt) {
  try {
    return [
      ...inGroup('fill', [nameCheck(receipt), placeCheck(receipt), priceCheck(receipt), ...levelChecks(receipt)]),
      ...inGroup('money', amountChecks(receipt)),
      ...inGroup('money', isOpening(receipt) ? openingSwapChecks(receipt) : swapChecks(receipt)),
      ...inGroup('why', [...rulesChecks(receipt), ...reasonChecks(receipt)]),
    ];
  } catch (error) {
    return inGroup('fill', [{ ok: false, text: `The receipt cannot be calculated: ${error.message}.` }]);
  }
}

function openingSwapChecks({ swaps }) {
  return swaps === undefined || swaps === null ? [] : [{ ok: false, text: 'An opening has no nights.' }];
}

/** The rules that a receipt names; whether they are those of the log is checked against the log. */
function rulesChecks({ version, rules, swaps }) {
  if (rules === undefined) return [];
  const isCount = (value, least) => Number.isSafeInteger(value) && value >= least;
  const isFourth = version === 'candor-receipt-4';
  const { instrument, policy, terms, catalogue } = rules ?? {};
  const ok =
    Object.keys(rules ?? {}).join(' ') === `instrument policy terms${isFourth ? ' catalogue' : ''}` &&
    isCount(instrument, 1) &&
    isCount(policy, 0) &&
    (terms === null || isCount(terms, 1)) &&
    (!isFourth || isCount(catalogue, 0)) &&
    (swaps?.steps ?? []).every(
      (step) =>
        step.kind !== 'night' ||
        ((step.terms === null || isCount(step.terms, 1)) &&
          (step.catalogue === undefined || (isFourth && isCount(step.catalogue, 0)))),
    );
  const own = terms === null ? 'the catalogue’s terms' : `version ${terms} of the company’s terms`;
  const of = isFourth ? `, and version ${catalogue} of the catalogue,` : '';
  return [
    { ok, text: `It was decided by version ${policy} of the policy and ${own}${of} for instrument ${instrument}.` },
  ];
}

function nameCheck({ id, order, opening, kind, rule, side }) {
  const isNamed = Object.hasOwn(openings, rule) ? id === `${order}-open` && opening === id : id === `${order}-close`;
  const isRule = Object.hasOwn(openings, rule) ? openings[rule] === kind : closings.includes(rule);
  return {
    ok: isNamed && isRule && (side === 'buy' || side === 'sell'),
    text: `It is named after its order, and its rule is a known one: ${rule}.`,
  };
}

/** The first receipt of an account names zeros, every other a hash. */
function placeCheck({ number, previous }) {
  const isPlaced = Number.isSafeInteger(number) && number > 0 && fromHex(previous, 32) !== null;
  return {
    ok: isPlaced && (number === 1) === (previous === zeros),
    text: `It is receipt ${number} of its account, ${number === 1 ? 'and names none before it' : 'and names the one before it'}.`,
  };
}

function priceCheck(receipt) {
  const { quote, price, side, rule, openPrice } = receipt;
  const what = isOpening(receipt) ? 'opens' : 'closes';
  if (quote === null) {
    const ok = rule === 'demo-reset' && price === openPrice && receipt.rate === null;
    return { ok, text: 'No quote had come when the demo was reset: it closes at the price it opened at.' };
  }
  const name = isOpening(receipt) === (side === 'buy') ? 'ask' : 'bid';
  const isSane = compare(decimal(quote.bid), decimal(quote.ask)) <= 0 && decimal(quote.bid).over > 0n;
  return {
    ok: isSane && price === quote[name],
    text: `A ${side} ${what} at the ${name}: ${quote[name]} in quote ${quote.seq} of ${quote.source} (bid ${quote.bid}, ask ${quote.ask}, ${timeOf(quote.time)}).`,
    ...figures(quote[name], price),
  };
}

/** Side of the level on which a price has reached it: −1 at or below, 1 at or above. */
function reachedSide({ rule, side }) {
  const isBuy = side === 'buy';
  if (rule === 'limit-fill' || rule === 'stop-loss') return isBuy ? -1 : 1;
  if (rule === 'stop-fill' || rule === 'take-profit') return isBuy ? 1 : -1;
  return 0;
}

function levelChecks(receipt) {
  const { level, price, rule } = receipt;
  const side = reachedSide(receipt);
  if (side === 0)
    return level === null ? [] : [{ ok: false, text: `The rule ${rule} has no level, and one is stated.` }];
  if (level === null) return [{ ok: false, text: `The rule ${rule} needs a level, and none is stated.` }];
  const where = side < 0 ? 'at or below' : 'at or above';
  return [
    {
      ok: compare(decimal(price), decimal(level)) * side >= 0,
      text: `The price ${price} is ${where} the level ${level} of its ${rule}.`,
    },
  ];
}

function togetherChecks(readable, isWhole) {
  const receipts = readable.map(({ receipt }) => receipt);
  const checks = [];
  const byId = new Map(receipts.toReversed().map((receipt) => [receipt.id, receipt]));
  for (const closing of receipts.filter((receipt) => !isOpening(receipt))) {
    const opening = byId.get(closing.opening);
    if (opening !== undefined) checks.push(openingCheck(opening, closing));
    else if (isWhole) checks.push({ ok: false, text: `The opening of ${closing.id} is missing.` });
  }
  checks.push(...furtherChecksOf(receipts, isWhole));
  const ordered = readable.toSorted((a, b) => a.receipt.number - b.receipt.number);
  const newest = new Map();
  for (const { one, receipt } of ordered) {
    const account = JSON.stringify([receipt.account, receipt.company, receipt.realm]);
    const before = newest.get(account);
    newest.set(account, { one, receipt });
    if (before !== undefined) checks.push(chainCheck(before, receipt, isWhole));
    else if (isWhole)
      checks.push({ ok: receipt.number === 1, text: 'The chain of the account begins with receipt 1.' });
  }
  return checks;
}

function furtherChecksOf(receipts, isWhole) {
  try {
    return [...furtherChecks(receipts), ...accountChecks(receipts, isWhole)];
  } catch (error) {
    return [{ ok: false, text: `The receipts cannot be compared: ${error.message}.` }];
  }
}

function openingCheck(opening, closing) {
  const kept = ['account', 'company', 'realm', 'instrument', 'side', 'kind', 'leverage'];
  const isSame = kept.every((field) => opening[field] === closing[field]);
  const isWithin = compare(decimal(closing.lots), decimal(opening.lots)) <= 0;
  const isLater = opening.number < closing.number;
  const isSince = closing.swaps == null || closing.swaps.opened === opening.time;
  return {
    ok: isSame && isWithin && isLater && isSince && opening.price === closing.openPrice,
    text: `${closing.id} closes what ${opening.id} opened, from its price ${opening.price}.`,
  };
}

function chainCheck(before, receipt, isWhole) {
  const gap = receipt.number - before.receipt.number;
  if (gap > 1 && isWhole)
    return {
      ok: false,
      text: `Between receipts ${before.receipt.number} and ${receipt.number} of the account others are missing.`,
    };
  if (gap > 1) {
    const text = `Between receipts ${before.receipt.number} and ${receipt.number} of the account others were given; their chain cannot be told without them.`;
    return { ok: null, text };
  }
  return {
    ok: gap === 1 && receipt.previous === hashOf(utf8(before.one.text)),
    text: `Receipt ${receipt.number} of the account follows receipt ${before.receipt.number}: it names its hash.`,
  };
}

function timeOf(ms) {
  return new Date(ms).toISOString();
}
