// Recomputes the swap of a closing night by night (R-ORD-14, R-LOG-25): which nights, how many days each counts, the
// conversion at its quote, and the share that each closed part took along.
import { rateChecks, rateOf } from './amount-checks.mjs';
import { compare, decimal, downAt6, evenAt6, inverse, minus, plus, times, whole } from './fraction.mjs';

const none = decimal('0');
const stepsMax = 400;
const hourMs = 3_600_000;
/** A night so shortly before the close may be charged to nobody: the close can be decided before the roll. */
const atRollMs = 60_000;
const [saturday, sunday] = [6, 0];
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  weekday: 'short',
  hour: 'numeric',
  minute: 'numeric',
});

/** Checks of a closing of the third version; none for others. */
export function swapChecks(receipt) {
  const { swaps, swap, rule, rate } = receipt;
  decimal(swap);
  if (swaps === undefined) return [stated(swap)];
  if (swaps === null) return [{ ok: false, text: 'A closing says how its swap came about.' }];
  const form = formCheck(receipt);
  if (!form.ok) return [form];
  // A demo that is reset before its first price has no conversion: nothing was charged.
  const isUnpriced = rule === 'demo-reset' && rate === null;
  return [form, ...(isUnpriced ? [] : nightsChecks(receipt)), ...stepChecks(receipt), totalCheck(receipt)];
}

function stated(swap) {
  return { ok: null, text: `Swap is stated as ${swap}; a receipt before the third version does not list its nights.` };
}

function formCheck({ swaps, lots, contract }) {
  const { opened, steps, whole: isWhole } = swaps;
  const isForm =
    Object.keys(swaps).join(' ') === 'opened lots whole steps' &&
    Number.isSafeInteger(opened) &&
    opened > 0 &&
    typeof isWhole === 'boolean' &&
    Array.isArray(steps) &&
    steps.length <= stepsMax &&
    new Set(steps.flatMap(({ kind, tripleDay }) => (kind === 'night' ? [tripleDay] : []))).size <= 1 &&
    steps.every(isStep) &&
    compare(decimal(lots), decimal(swaps.lots)) <= 0;
  const isContract = steps.every(
    (step) => step.kind !== 'night' || (step.digits === contract.digits && step.unitsPerLot === contract.unitsPerLot),
  );
  return {
    ok: isForm && isContract,
    text: `It was opened at ${timeOf(opened)} and had ${swaps.lots} lots before this close; its swap has ${steps?.length} steps.`,
  };
}

const formOf = {
  night: 'kind roll terms tripleDay nights points lots digits unitsPerLot rate amount total',
  part: 'kind receipt lots amount total',
};

/** A night may name the catalogue's version behind that of the terms. */
function isStep(step) {
  const names = Object.keys(step).join(' ');
  return (step.kind === 'night' ? names.replace(' terms catalogue ', ' terms ') : names) === formOf[step.kind];
}

/** Every 17:00 New York from the opening on is listed once, in its order. */
function nightsChecks({ swaps, time }) {
  const { opened, steps } = swaps;
  const rolls = steps.flatMap((step) => (step.kind === 'night' ? [step.roll] : []));
  const count = `${rolls.length} ${rolls.length === 1 ? 'night is' : 'nights are'}`;
  const late = lateChecks(rolls.at(-1) ?? Math.min(opened, time), time);
  if (swaps.whole) {
    const text = `${count} listed: every 17:00 New York from its opening on, each once.`;
    return [{ ok: isEveryRoll(rolls, opened), text }, ...late];
  }
  const [first] = rolls;
  if (first === undefined) {
    const ok = nextRoll(opened) > time ? false : null;
    return [{ ok, text: 'Its nights are not listed: they are older than this form.' }];
  }
  const isFirst = steps.length < stepsMax && first === nextRoll(opened) && compare(before(steps[0]), none) === 0;
  const isRow = first > opened && !isFirst && isEveryRoll(rolls, first - 1);
  const text = `${count} listed, every 17:00 New York since ${timeOf(first)}; older ones are summed, not listed.`;
  return [{ ok: isRow ? null : false, text }, ...late];
}

function isEveryRoll(rolls, fromMs) {
  let next = nextRoll(fromMs);
  for (const roll of rolls) {
    if (roll !== next) return false;
    next = nextRoll(roll);
  }
  return true;
}

/**
 * A close can be decided before a roll is charged, as after a restart or without a conversion rate, and a clock can be set
 * back after a roll: no error, but it is shown.
 */
function lateChecks(lastMs, time) {
  const next = nextRoll(lastMs);
  if (lastMs > time)
    return [{ ok: null, text: `The night of ${timeOf(lastMs)} is later than the close by its clock.` }];
  if (next > time - atRollMs) return [];
  return [{ ok: null, text: `The night of ${timeOf(next)} is not charged, nor any after it: the close came first.` }];
}

/** First 17:00 New York after a time: its offset from UTC is in whole hours. */
function nextRoll(afterMs) {
  let atMs = Math.floor(afterMs / hourMs) * hourMs + hourMs;
  for (;;) {
    const left = (41 - partsOf(atMs).hour) % 24;
    if (left === 0) return atMs;
    // One hour less, in case the clock is changed on the way.
    atMs += Math.max(1, left - 1) * hourMs;
  }
}

function partsOf(ms) {
  const parts = Object.fromEntries(newYork.formatToParts(ms).map(({ type, value }) => [type, value]));
  return { hour: Number(parts.hour), day: days.indexOf(parts.weekday) };
}

/** Follows size and swap of the order from its first listed step. */
function stepChecks({ swaps, side, instrument, rule }) {
  const { steps, whole: isWhole } = swaps;
  let lots = steps.reduce(
    (sum, step) => (step.kind === 'part' ? plus(sum, decimal(step.lots)) : sum),
    decimal(swaps.lots),
  );
  let total = isWhole || steps.length === 0 ? none : before(steps[0]);
  return steps.flatMap((step) => {
    const [checks, after] = step.kind === 'night' ? nightStep(step, lots, total, rule) : partStep(step, lots, total);
    if (step.kind === 'part') lots = minus(lots, decimal(step.lots));
    total = after;
    return checks.map(({ ok, text }) => ({ ok, text: `${side} ${instrument}: ${text}` }));
  });
}

function before(step) {
  const [total, amount] = [decimal(step.total), decimal(step.amount)];
  return step.kind === 'night' ? minus(total, amount) : plus(total, amount);
}

/** Points × 10⁻ᵈⁱᵍⁱᵗˢ × units × lots × nights × rate; to the nearest at six decimals, ties to even. */
function nightStep(step, lots, total, rule) {
  const { roll, tripleDay, nights, points, digits, unitsPerLot, rate, amount } = step;
  const { day } = partsOf(roll);
  const counted = nightsOn(day, tripleDay);
  const inQuote = times(decimal(points), tick(digits), decimal(unitsPerLot), decimal(step.lots), whole(counted));
  const expected = evenAt6(times(inQuote, rateOf(rate)));
  const after = plus(total, decimal(amount));
  const isSum = expected === amount && compare(after, decimal(step.total)) === 0;
  const isSize = compare(lots, decimal(step.lots)) === 0;
  const isTriple = tripleDay === null || (Number.isInteger(tripleDay) && tripleDay > sunday && tripleDay < saturday);
  const [conversion] = rateChecks({ rate, rule, quote: {} });
  const ok = isSum && isSize && isTriple && nights === counted && (conversion?.ok ?? false);
  const text = `the night of ${timeOf(roll)} (${days[day]}) counts ${counted} at ${points} ticks a lot for ${step.lots} lots: ${expected}, ${step.total} in all.`;
  return [[{ ok, text: ok ? text : `${text} Stated are ${nights} and ${amount}.` }], after];
}

function nightsOn(day, tripleDay) {
  if (tripleDay === null) return 1;
  if (day === saturday || day === sunday) return 0;
  return day === tripleDay ? 3 : 1;
}

function tick(digits) {
  if (!Number.isInteger(digits) || digits < 0 || digits > 12) throw new Error('digits are a count');
  return { over: 1n, under: 10n ** BigInt(digits) };
}

function partStep(step, lots, total) {
  const share = downAt6(times(total, decimal(step.lots), inverse(lots)));
  const after = minus(total, decimal(step.amount));
  const ok = share === step.amount && compare(after, decimal(step.total)) === 0 && /^\d+-close$/.test(step.receipt);
  return [[{ ok, text: `${step.receipt} closed ${step.lots} lots of it and took ${share} of the swap along.` }], after];
}

/** The swap of the closed lots is their share of the last total, rounded down. */
function totalCheck({ swaps, lots, swap }) {
  const last = swaps.steps.at(-1);
  if (last === undefined && !swaps.whole) return { ok: null, text: `Swap is stated as ${swap}.` };
  const total = last === undefined ? none : decimal(last.total);
  const expected = downAt6(times(total, decimal(lots), inverse(decimal(swaps.lots))));
  return expected === swap
    ? { ok: true, text: `Swap is calculated as ${expected}, as stated.` }
    : { ok: false, text: `Swap is calculated as ${expected}, and ${swap} is stated.` };
}

function timeOf(ms) {
  return Number.isSafeInteger(ms) && Math.abs(ms) < 8e15 ? new Date(ms).toISOString() : String(ms);
}
