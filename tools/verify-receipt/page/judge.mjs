// The verdict over many checks. One that was not made is never counted as one that holds.
import { say } from './texts.mjs';

/**
 * Returns `{ state, title, text }` of some checks: `verified` only if each was made and holds, except figures that are
 * stated and that nobody can calculate; `open` if one was not made.
 */
export function judge(checks) {
  const failed = checks.filter(({ ok }) => ok === false);
  const held = checks.filter(({ ok }) => ok === true);
  const open = checks.filter(({ ok, isStated }) => ok === null && isStated !== true);
  const stated = checks.filter(({ isStated }) => isStated === true);
  const first = failed.find(({ isUnjustified }) => isUnjustified === true) ?? failed[0];
  if (first !== undefined) {
    const text = `${say('failedOf', failed.length, failed.length + held.length)} ${say('first', apart(first.text))}`;
    if (first.isUnjustified === true) return { state: 'bad', title: say('notJustified'), text };
    if (failed.every(({ isKey }) => isKey === true)) return { state: 'bad', title: say('wrongKey'), text };
    return { state: 'bad', title: say('notVerified'), text };
  }
  if (held.length + open.length === 0) return { state: 'open', title: say('notComplete'), text: say('nothing') };
  if (open.length > 0) {
    const text = `${say('madeHold', held.length)} ${say('notMade', open.length)} ${apart(open[0].text)}`;
    return { state: 'open', title: say('notComplete'), text };
  }
  const also = stated.length === 0 ? '' : ` ${say('onlyStated', stated.length)}`;
  return { state: 'good', title: say('verified'), text: `${say('allHold', held.length)}${also}` };
}

/** Keeps the direction of a sentence apart from the one around it. */
function apart(text) {
  return `\u2068${text}\u2069`;
}

/** Number of checks that hold, and of those that were made, for a badge: "3 of 4 hold". */
export function tallyOf(checks) {
  const made = checks.filter(({ ok }) => ok !== null);
  const held = made.filter(({ ok }) => ok);
  const state = held.length < made.length ? 'bad' : made.length === 0 ? 'open' : 'good';
  return { state, text: made.length === 0 ? say('untested') : say('tally', held.length, made.length) };
}
