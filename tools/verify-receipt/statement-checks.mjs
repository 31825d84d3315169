// Checks a signed statement: that it is as it was signed, and that every sum in it is the sum of its lines. Written from
// the rules in docs/SPEC.md (R-STM, R-VER), without code shared with the platform.
import { toHex, utf8 } from './bytes.mjs';
import { compare, decimal, evenAt6, figures, minus, plus } from './fraction.mjs';
import { signatureChecks } from './key-checks.mjs';
import { sha256 } from './primitives.mjs';
import { checkReceipts } from './receipt-checks.mjs';

const version = 'candor-statement-1';
const fields =
  'company uid is_demo currency from to zone made_at opening_balance closing_balance postings_total totals orders_total postings orders';
/** Postings that are the result of a closed order. */
const results = ['trade-profit', 'trade-loss', 'swap'];
const parts = ['before_costs', 'spread', 'gross', 'fee', 'swap', 'net'];

/** Reads a signed statement; null if its text is no statement. */
export function readStatement({ text }) {
  try {
    const statement = JSON.parse(text);
    return Array.isArray(statement.postings) && Array.isArray(statement.orders) ? statement : null;
  } catch {
    return null;
  }
}

/**
 * Returns the checks of one signed statement, by group. `keys` are the published keys, null without them; `receipts` are
 * the signed receipts at hand, which are verified too.
 */
export function statementChecks(signed, keys, receipts = []) {
  const statement = readStatement(signed);
  const paper = grouped('paper', paperChecks(signed, statement, keys));
  if (statement === null) return paper;
  try {
    return [
      ...paper,
      ...grouped('balances', balanceChecks(statement)),
      ...grouped('orders', orderChecks(statement)),
      ...grouped('receipts', receiptChecks(statement, receipts, keys)),
    ];
  } catch (error) {
    return [...paper, { ok: false, group: 'balances', text: `The statement cannot be calculated: ${error.message}.` }];
  }
}

function grouped(group, checks) {
  return checks.map((check) => ({ ...check, group }));
}

function paperChecks(signed, statement, keys) {
  const hash = toHex(sha256(utf8(signed.text)));
  const isForm =
    signed.version === version &&
    statement !== null &&
    JSON.stringify(statement) === signed.text &&
    Object.keys(statement).join(' ') === fields;
  return [
    { ok: isForm, text: `The text is a statement of the form ${version}, each field once and in its place.` },
    { ok: signed.hash === hash, text: 'Its SHA-256 is the hash it states.', ...figures(hash, signed.hash) },
    // The hash is signed and not the text, with the version before it: no receipt can be signed in its place.
    ...signatureChecks(signed, keys, { text: `${version} ${hash}`, timeMs: statement?.made_at }),
  ];
}

function balanceChecks({ opening_balance: opening, closing_balance: closing, postings, ...stated }) {
  const sum = sumOf(postings.map(({ amount }) => amount));
  let balance = money(opening);
  let wrong;
  for (const posting of postings) {
    balance = plus(balance, money(posting.amount));
    if (wrong === undefined && evenAt6(balance) !== posting.balance) wrong = { ...posting, expected: evenAt6(balance) };
  }
  const count = postings.length;
  return [
    {
      ok: wrong === undefined,
      text:
        wrong === undefined
          ? `Each of ${count} balances is the one before it and its posting.`
          : `The balance after posting ${wrong.id} is not the one before it and its posting.`,
      ...(wrong === undefined ? {} : figures(wrong.expected, wrong.balance)),
    },
    {
      ok: evenAt6(balance) === closing,
      text: 'Opening balance and postings make the closing balance.',
      ...figures(evenAt6(balance), closing, `${opening} and ${count} postings of ${evenAt6(sum)} together`),
    },
    {
      ok: evenAt6(sum) === stated.postings_total,
      text: 'The total of the postings is their sum.',
      ...figures(evenAt6(sum), stated.postings_total),
    },
    kindsCheck(postings, stated.totals),
  ];
}

/** Totals of each kind, in the order in which the kinds first occur. */
function kindsCheck(postings, totals) {
  const kinds = [...new Set(postings.map(({ kind }) => kind))];
  const expected = kinds.map((kind) => {
    const own = postings.filter((posting) => posting.kind === kind);
    return `${kind} ${own.length}: ${evenAt6(sumOf(own.map(({ amount }) => amount)))}`;
  });
  const found = totals.map(({ kind, count, amount }) => `${kind} ${count}: ${amount}`);
  const isSame = expected.join() === found.join();
  return {
    ok: isSame,
    text: 'The total of each kind is the sum of its postings.',
    ...figures(expected.join(', ') || 'none', found.join(', ') || 'none'),
  };
}

function orderChecks({ postings, orders, orders_total: total }) {
  const torn = orders.find((order) => !addsUp(order));
  const posted = new Map();
  for (const { kind, order_id: id, amount } of postings)
    if (results.includes(kind)) posted.set(id, plus(posted.get(id) ?? zero, money(amount)));
  const listed = new Map(orders.map((order) => [order.id, sumOf([order.gross, order.swap])]));
  const all = new Set([...posted.keys(), ...listed.keys()]);
  const other = [...all].find((id) => compare(posted.get(id) ?? zero, listed.get(id) ?? zero) !== 0);
  const wrongPart = parts.find((part) => evenAt6(sumOf(orders.map((order) => order[part]))) !== total[part]);
  return [
    {
      ok: torn === undefined,
      text:
        torn === undefined
          ? `For each of ${orders.length} orders: price move and spread make the gross result; that, fee and swap the net one.`
          : `The parts of order ${torn.id} do not make its result.`,
      ...(torn === undefined ? {} : figures(evenAt6(sumOf([torn.gross, torn.fee, torn.swap])), torn.net)),
    },
    {
      ok: other === undefined,
      text:
        other === undefined
          ? 'The result and swap of each order are what was posted for it, and nothing else was.'
          : `What was posted for order ${other} is not its result and swap.`,
      ...(other === undefined ? {} : figures(evenAt6(posted.get(other) ?? zero), evenAt6(listed.get(other) ?? zero))),
    },
    {
      ok: wrongPart === undefined,
      text: 'The totals of the orders are their sums.',
      ...(wrongPart === undefined
        ? figures(evenAt6(sumOf(orders.map(({ net }) => net))), total.net)
        : figures(evenAt6(sumOf(orders.map((order) => order[wrongPart]))), total[wrongPart], wrongPart)),
    },
  ];
}

function addsUp({ before_costs: before, spread, gross, fee, swap, net }) {
  return evenAt6(sumOf([before, spread])) === gross && evenAt6(sumOf([gross, fee, swap])) === net;
}

/** Compares each line that a fill caused with the receipt of that fill, where it is at hand. */
function receiptChecks({ postings, orders }, given, keys) {
  // The receipt of an opening is among those of each of its parts.
  const signed = [...new Map(given.map((one) => [one.text, one])).values()];
  const wrong = checkReceipts(signed, keys).filter(({ checks }) => checks.some(({ ok }) => ok === false));
  if (wrong.length > 0)
    return wrong.map(({ title }) => ({ ok: false, text: `${title} does not verify, so nothing is compared with it.` }));
  const byId = new Map(signed.map(({ text }) => JSON.parse(text)).map((receipt) => [receipt.id, receipt]));
  const fees = postings.filter(({ kind }) => kind === 'trade-fee');
  const lines = [
    ...orders.map((order) => ({ id: `${order.id}-close`, differs: (receipt) => closingDifference(order, receipt) })),
    ...fees.map((fee) => ({ id: `${fee.order_id}-open`, differs: (receipt) => feeDifference(fee, receipt) })),
  ];
  const here = lines.filter(({ id }) => byId.has(id));
  const missing = lines.length - here.length;
  const checks = [];
  const accounts = new Set(here.map(({ id }) => byId.get(id).account));
  if (accounts.size > 1)
    checks.push({ ok: false, text: `The receipts of its lines are of ${accounts.size} accounts, and not of one.` });
  for (const { id, differs } of here) {
    const difference = differs(byId.get(id));
    if (difference !== null)
      checks.push({ ok: false, text: `Receipt ${id} has another ${difference.name}.`, ...difference });
  }
  if (here.length > 0 && checks.length === 0)
    checks.push({ ok: true, text: `${here.length} of ${lines.length} lines of fills are those of their receipts.` });
  if (missing > 0)
    checks.push({
      ok: null,
      text: `${missing} of ${lines.length} lines of fills were not compared: give the receipts of their orders too.`,
    });
  return checks;
}

function closingDifference(order, receipt) {
  const pairs = [
    ['gross result', receipt.profit, order.gross],
    ['swap', receipt.swap, order.swap],
    ['price', receipt.price, order.close_price],
    ['opening price', receipt.openPrice, order.open_price],
    ['side', receipt.side, order.side],
    ['size', receipt.lots, order.lots],
  ];
  return differenceIn(pairs);
}

function feeDifference({ amount }, receipt) {
  return differenceIn([['fee', receipt.fee, evenAt6(minus(zero, money(amount)))]]);
}

function differenceIn(pairs) {
  const isEqual = (a, b) => a === b || (isNumber(a) && isNumber(b) && compare(decimal(a), decimal(b)) === 0);
  const found = pairs.find(([, one, other]) => !isEqual(one, other));
  return found === undefined ? null : { name: found[0], ...figures(String(found[1]), String(found[2])) };
}

const isNumber = (text) => /^-?\d+(\.\d+)?$/.test(text);

/** An amount has six decimals, so that sums of thousands stay small. */
function money(text) {
  if (!/^-?\d{1,16}\.\d{6}$/.test(text)) throw new Error(`"${text}" is no amount with six decimals`);
  return decimal(text);
}

const zero = decimal('0.000000');

function sumOf(texts) {
  return texts.reduce((sum, text) => plus(sum, money(text)), zero);
}
