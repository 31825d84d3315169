// Checks why a fill happened, from what a receipt of the second version states about it (R-ORD-40): the account at a
// stop-out, the last move of a trailing stop, and the price that the trader saw.
import { profitOf, rateChecks } from './amount-checks.mjs';
import { compare, decimal, figures, inverse, minus, plus, times, whole } from './fraction.mjs';

const stopOutKinds = ['stop-out', 'further-stop-out'];

/** Checks on the receipt alone. */
export function reasonChecks(receipt) {
  if (receipt.version === 'candor-receipt-1') return firstVersionChecks(receipt);
  const { rule, reason } = receipt;
  const isStopOut = stopOutKinds.includes(reason?.kind);
  const isNamed =
    rule === 'stop-out' ? isStopOut : reason === null || (rule === 'stop-loss' && reason.kind === 'trailed');
  const form = { ok: isNamed, text: `Its reason is one that the rule ${rule} has.` };
  if (!isNamed) return [form, ...askedChecks(receipt)];
  return [form, ...askedChecks(receipt), ...ownReasonChecks(receipt)];
}

function firstVersionChecks({ rule }) {
  if (rule !== 'stop-out') return [];
  return [{ ok: null, text: 'A receipt of the first version does not say why the account was stopped out.' }];
}

function ownReasonChecks(receipt) {
  const { reason } = receipt;
  if (reason?.kind === 'trailed') return [trailCheck(receipt)];
  if (reason?.kind === 'further-stop-out') {
    const text = `The positions of the account are in receipt ${reason.first}: give it, and those between, to check why.`;
    return [{ ok: null, isFurther: true, text }];
  }
  if (reason?.kind !== 'stop-out') return [];
  return accountChecks(receipt, reason.balance, reason.positions, reason.stopOutPercent);
}

/** Market orders: the fill is no worse than the trader allowed. */
function askedChecks({ asked, rule, price, side }) {
  if (asked === null) return [];
  if (rule !== 'market-open') return [{ ok: false, text: `The rule ${rule} is at no price that a trader saw.` }];
  const worse = times(minus(decimal(price), decimal(asked.price)), whole(side === 'buy' ? 1 : -1));
  const seen = asked.quote === null ? '' : ` in quote ${asked.quote}`;
  return [
    {
      ok: compare(worse, decimal(asked.deviation)) <= 0,
      text: `The trader saw ${asked.price}${seen} and allowed ${asked.deviation} of deviation: ${price} is within it.`,
    },
  ];
}

/** The level of a stop that trails is its distance behind the closing price of the quote that moved it last. */
function trailCheck({ reason: { distance, moves, quote }, level, side, quote: closing }) {
  const isBuy = side === 'buy';
  const expected = isBuy ? minus(decimal(quote.bid), decimal(distance)) : plus(decimal(quote.ask), decimal(distance));
  const isCounted = Number.isSafeInteger(moves) && moves > 0 && decimal(distance).over > 0n && quote.seq < closing?.seq;
  return {
    ok: isCounted && level !== null && compare(decimal(level), expected) === 0,
    text: `The stop followed the price ${moves} times at a distance of ${distance}, last to ${level} at quote ${quote.seq} of ${quote.source} (bid ${quote.bid}, ask ${quote.ask}).`,
  };
}

/** Checks of further closes of stop-outs whose first close, and all receipts between, are among those given. */
export function furtherChecks(receipts) {
  return receipts.flatMap((receipt) => {
    if (receipt.reason?.kind !== 'further-stop-out') return [];
    const isOfAccount = ({ account, company, realm }) =>
      account === receipt.account && company === receipt.company && realm === receipt.realm;
    const own = receipts.filter(isOfAccount);
    const first = own.find(({ id }) => id === receipt.reason.first);
    if (first === undefined) return [];
    const before = own.filter(({ number }) => number >= first.number && number < receipt.number);
    if (before.length !== receipt.number - first.number) {
      const text = `Receipts between ${first.id} and ${receipt.id} are missing: why the latter closed cannot be told.`;
      return [{ ok: null, text }];
    }
    return furtherCheck(receipt, first, before).map((check) => ({ ...check, about: receipt.id }));
  });
}

function furtherCheck(receipt, first, before) {
  const isOne = ({ id, rule, reason }) =>
    rule === 'stop-out' && (id === first.id ? reason?.kind === 'stop-out' : reason?.first === first.id);
  if (!before.every(isOne))
    return [{ ok: false, text: `${receipt.id} does not belong to the stop-out that ${first.id} began.` }];
  const closed = new Set(before.map(({ order }) => order));
  const positions = first.reason.positions.filter(({ order }) => !closed.has(order));
  const balance = before.reduce((sum, { profit, swap }) => plus(sum, plus(decimal(profit), decimal(swap))), {
    ...decimal(first.reason.balance),
  });
  const isBalance = compare(balance, decimal(receipt.reason.balance)) === 0;
  return [
    { ok: isBalance, text: `${receipt.id}: the closes before it leave the balance of ${receipt.reason.balance}.` },
    ...accountChecks(receipt, receipt.reason.balance, positions, first.reason.stopOutPercent),
  ];
}

/** Recomputes the account: every result, equity, margin, and that this order was the one to close (R-ORD-16). */
function accountChecks(receipt, balance, positions, percent) {
  const held = positions.map((position) => ({ position, result: resultOf(position) }));
  const equity = held.reduce((sum, { result }) => plus(sum, result), decimal(balance));
  const margin = positions.reduce((sum, position) => plus(sum, decimal(position.margin)), whole(0));
  return [
    ...positions.flatMap(positionChecks),
    levelCheck({ balance, equity, margin, percent, count: positions.length }),
    worstCheck(receipt, held),
  ];
}

function positionChecks(position) {
  const { order, side, lots, instrument, openPrice, quote, margin, swap } = position;
  const isSane = compare(decimal(quote.bid), decimal(quote.ask)) <= 0 && decimal(quote.bid).over > 0n;
  const what = `${side} ${lots} ${instrument} from ${openPrice} at ${closingOf(position)}, quote ${quote.seq} of ${quote.source}`;
  const result = `profit ${profitOf(priced(position))}, swap ${swap}, margin ${margin}`;
  const isSide = side === 'buy' || side === 'sell';
  const [conversion] = rateChecks({ ...position, rule: 'stop-out' });
  return [
    { ok: isSane && isSide && decimal(margin).over > 0n, text: `Order ${order}: ${what}: ${result}.` },
    ...(conversion === undefined || conversion.ok
      ? []
      : [{ ...conversion, text: `Order ${order}: ${conversion.text}` }]),
  ];
}

/** Equity ÷ margin at or below the threshold. */
function levelCheck({ balance, equity, margin, percent, count }) {
  const isThreshold = Number.isSafeInteger(percent) && percent > 0;
  const limit = times(margin, whole(isThreshold ? percent : 0), inverse(whole(100)));
  const isOut = isThreshold && count > 0 && compare(equity, limit) <= 0;
  const sums = `balance ${balance} and open results make an equity of ${shown(equity)}, ${percentOf(equity, margin)} of the margin of ${shown(margin)}`;
  const compared = figures(percentOf(equity, margin), `at most ${percent} %`, `${shown(equity)} ÷ ${shown(margin)}`);
  return isOut
    ? { ok: true, ...compared, text: `Justified: ${sums}, at or below the ${percent} % of the stop-out.` }
    : {
        ok: false,
        ...compared,
        isUnjustified: true,
        text: `NOT JUSTIFIED: ${sums}, above the ${percent} % of the stop-out.`,
      };
}

/** The largest loss among positions whose market is open goes first, the lowest order among equals. */
function worstCheck(receipt, held) {
  const [worst] = held
    .filter(({ position }) => position.closable === true)
    .toSorted((a, b) => compare(a.result, b.result) || a.position.order - b.position.order);
  const own = held.find(({ position }) => position.order === receipt.order)?.position;
  if (own === undefined || worst?.position !== own)
    return { ok: false, isUnjustified: true, text: `NOT JUSTIFIED: order ${receipt.order} was not the one to close.` };
  const kept = ['instrument', 'side', 'lots', 'openPrice', 'swap'];
  const isSame =
    kept.every((field) => own[field] === receipt[field]) && own.unitsPerLot === receipt.contract.unitsPerLot;
  const isPriced = JSON.stringify([own.quote, own.rate]) === JSON.stringify([receipt.quote, receipt.rate]);
  return {
    ok: isSame && isPriced && profitOf(priced(own)) === receipt.profit,
    text: `Order ${receipt.order} had the largest loss of those that could be closed, and is closed as it is listed.`,
  };
}

function resultOf(position) {
  return plus(decimal(profitOf(priced(position))), decimal(position.swap));
}

/** The position as a close at its quote would be. */
function priced({ unitsPerLot, side, lots, openPrice, quote, rate }) {
  return { contract: { unitsPerLot }, side, lots, openPrice, price: closingOf({ side, quote }), rate };
}

function closingOf({ side, quote }) {
  return side === 'buy' ? quote.bid : quote.ask;
}

function percentOf(equity, margin) {
  if (margin.over <= 0n) return 'no part';
  const { over, under } = times(equity, whole(10_000), inverse(margin));
  const hundredths = over / under;
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0');
  return `${hundredths < 0n ? '−' : ''}${digits.slice(0, -2)}.${digits.slice(-2)} %`;
}

function shown({ over, under }) {
  const micros = (over * 1_000_000n) / under;
  const digits = (micros < 0n ? -micros : micros).toString().padStart(7, '0');
  return `${micros < 0n ? '−' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}
