// Recomputes the amounts of a receipt from the facts it states (R-ORD-10, R-ORD-12, R-ORD-13).
import { compare, decimal, evenAt6, figures, inverse, minus, plus, times, upAt6, whole } from './fraction.mjs';

const none = '0.000000';

export function amountChecks(receipt) {
  const isOpening = receipt.openPrice === null;
  const checks = rateChecks(receipt);
  return isOpening ? [...checks, ...openingChecks(receipt)] : [...checks, ...closingChecks(receipt)];
}

export function rateChecks({ rate, rule, quote }) {
  if (rate === null) {
    const ok = rule === 'demo-reset' && quote === null;
    return ok ? [] : [{ ok, text: 'A fill at a quote states its conversion rate.' }];
  }
  const { from, to, pair } = rate;
  if (pair === null) {
    return [
      { ok: from === to && compare(rateOf(rate), whole(1)) === 0, text: `Nothing is converted: ${from} is ${to}.` },
    ];
  }
  const middle = times(plus(decimal(pair.bid), decimal(pair.ask)), inverse(whole(2)));
  const expected = pair.inverse ? inverse(middle) : middle;
  const isPair = pair.instrument === (pair.inverse ? to + from : from + to);
  return [
    {
      ok: isPair && compare(rateOf(rate), expected) === 0,
      ...figures(
        quotient(expected),
        quotient(rateOf(rate)),
        pair.inverse ? `2 ÷ (${pair.bid} + ${pair.ask})` : `(${pair.bid} + ${pair.ask}) ÷ 2`,
      ),
      text: `${from} becomes ${to} at the middle of ${pair.instrument}: quote ${pair.seq} of ${pair.source} (bid ${pair.bid}, ask ${pair.ask}).`,
    },
  ];
}

function openingChecks(receipt) {
  const { margin, fee, profit, swap, rule } = receipt;
  const isOpening = ['market-open', 'limit-fill', 'stop-fill'].includes(rule);
  return [
    equal(margin, marginOf(receipt), 'Margin', marginFrom(receipt)),
    equal(fee, feeOf(receipt), 'Fee', feeFrom(receipt)),
    { ok: isOpening && profit === none && swap === none, text: 'An opening has no profit and no swap yet.' },
  ];
}

function closingChecks(receipt) {
  const { margin, fee, profit, rate } = receipt;
  const expected = rate === null ? none : profitOf(receipt);
  return [
    equal(profit, expected, 'Profit', rate === null ? 'no rate' : profitFrom(receipt)),
    { ok: margin === none && fee === none, text: 'A closing takes no margin and no fee.' },
  ];
}

function equal(stated, expected, name, from) {
  return stated === expected
    ? { ok: true, text: `${name} is calculated as ${expected}, as stated.`, ...figures(expected, stated, from) }
    : {
        ok: false,
        text: `${name} is calculated as ${expected}, and ${stated} is stated.`,
        ...figures(expected, stated, from),
      };
}

// The calculations in words, for a reader.

const converted = ({ numerator, denominator }) => (numerator === denominator ? '' : ` × ${numerator} ÷ ${denominator}`);
const notionalFrom = ({ contract, lots, price, rate }) =>
  `${lots} × ${contract.unitsPerLot} × ${price}${converted(rate)}`;

function marginFrom(receipt) {
  const { contract, lots, leverage } = receipt;
  if (contract.marginMode === 'fixed-per-lot') return `${lots} lots × ${contract.marginPerLot}`;
  return `${notionalFrom(receipt)} ÷ ${leverage}`;
}

function feeFrom(receipt) {
  const { contract, lots } = receipt;
  if (contract.feeType === 'per-lot') return `${lots} lots × ${contract.feeRate}`;
  return `${notionalFrom(receipt)} × ${contract.feeRate}`;
}

function profitFrom({ contract, side, lots, price, openPrice, rate }) {
  const [from, to] = side === 'buy' ? [openPrice, price] : [price, openPrice];
  return `(${to} − ${from}) × ${contract.unitsPerLot} × ${lots}${converted(rate)}`;
}

function quotient({ over, under }) {
  return evenAt6({ over, under });
}

/** Lots × margin per lot, or lots × units × price ÷ leverage × rate; up at six decimals. */
function marginOf({ contract, lots, price, leverage, rate }) {
  if (contract.marginMode === 'fixed-per-lot') return upAt6(times(decimal(lots), decimal(contract.marginPerLot)));
  return upAt6(times(notional(contract, lots, price, rate), inverse(whole(leverage))));
}

/** Lots × rate per lot, or notional × rate; to the nearest at six decimals. */
function feeOf({ contract, lots, price, rate }) {
  const feeRate = decimal(contract.feeRate);
  if (contract.feeType === 'per-lot') return evenAt6(times(decimal(lots), feeRate));
  return evenAt6(times(notional(contract, lots, price, rate), feeRate));
}

/** (Close − open) × units × lots × rate, negated for a sell; to the nearest at six decimals, once. */
export function profitOf({ contract, side, lots, price, openPrice, rate }) {
  const [from, to] = side === 'buy' ? [openPrice, price] : [price, openPrice];
  const move = minus(decimal(to), decimal(from));
  return evenAt6(times(move, decimal(contract.unitsPerLot), decimal(lots), rateOf(rate)));
}

function notional(contract, lots, price, rate) {
  return times(decimal(lots), decimal(contract.unitsPerLot), decimal(price), rateOf(rate));
}

export function rateOf({ numerator, denominator }) {
  return times(decimal(numerator), inverse(decimal(denominator)));
}
