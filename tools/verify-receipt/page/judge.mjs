// The verdict over many checks. One that was not made is never counted as one that holds.

const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

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
    const all = `${failed.length} of ${count(failed.length + held.length, 'check does', 'checks do')} not hold. ${first.isUnjustified === true ? first.text : `First: “${first.text}”`}`;
    if (first.isUnjustified === true) return { state: 'bad', title: 'Not justified', text: all };
    if (failed.every(({ isKey }) => isKey === true)) return { state: 'bad', title: 'Wrong key', text: all };
    return { state: 'bad', title: 'Not verified', text: all };
  }
  if (held.length + open.length === 0) return { state: 'open', title: 'Not complete', text: 'Nothing was checked.' };
  const holds = held.length === 1 ? 'The 1 check that was made holds' : `All ${held.length} checks that were made hold`;
  if (open.length > 0)
    return {
      state: 'open',
      title: 'Not complete',
      text: `${holds}; ${count(open.length, 'was', 'were')} not made (–). ${open[0].text}`,
    };
  const also =
    stated.length === 0
      ? ''
      : ` ${count(stated.length, 'figure, swap, is', 'figures, swaps, are')} stated and not calculated (–).`;
  return { state: 'good', title: 'Verified', text: `All ${count(held.length, 'check holds', 'checks hold')}.${also}` };
}

/** Number of checks that hold, and of those that were made, for a badge: "3 of 4 hold". */
export function tallyOf(checks) {
  const made = checks.filter(({ ok }) => ok !== null);
  const held = made.filter(({ ok }) => ok);
  const state = held.length < made.length ? 'bad' : made.length === 0 ? 'open' : 'good';
  return { state, text: made.length === 0 ? 'not checked' : `${held.length} of ${made.length} hold` };
}
