// The auditor's own calendar: New York time computed by rule, not looked up.

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const [march, november] = [2, 10];

/** Returns the n-th Sunday of a month, at midnight UTC. */
function sunday(year: number, month: number, nth: number): number {
  const firstMs = Date.UTC(year, month, 1);
  const first = weekdayOf(firstMs);
  return firstMs + ((7 - first) % 7) * dayMs + (nth - 1) * 7 * dayMs;
}

/** Day of the week of a clock reading in milliseconds since 1970, which began on a Thursday; Sunday is 0. */
function weekdayOf(localMs: number): number {
  return (((Math.floor(localMs / dayMs) + 4) % 7) + 7) % 7;
}

/** True in summer time: from the second Sunday of March at 7:00 UTC to the first Sunday of November at 6:00 UTC. */
function newYorkMs(atMs: number): number {
  const year = new Date(atMs).getUTCFullYear();
  const isSummer = atMs >= sunday(year, march, 2) + 7 * hourMs && atMs < sunday(year, november, 1) + 6 * hourMs;
  return atMs - (isSummer ? 4 : 5) * hourMs;
}

/** Day of the week in New York; Sunday is 0. */
export function newYorkDay(atMs: number): number {
  return weekdayOf(newYorkMs(atMs));
}

/** Milliseconds since midnight on a clock in New York. */
function newYorkTime(atMs: number): number {
  return newYorkMs(atMs) % dayMs;
}

/** Last 17:00 New York at or before a time. */
export function lastRoll(atMs: number): number {
  const localMs = newYorkMs(atMs);
  const roll = Math.floor((localMs - 17 * hourMs) / dayMs) * dayMs + 17 * hourMs;
  // The offset at that hour may differ from the current one.
  const sameMs = atMs - (localMs - roll);
  return sameMs - (newYorkMs(sameMs) - roll);
}

/** Every 17:00 New York after one time and up to another, oldest first. */
export function rollsBetween(afterMs: number, untilMs: number): number[] {
  const found: number[] = [];
  for (let roll = lastRoll(untilMs); roll > afterMs; roll = lastRoll(roll - 1)) found.unshift(roll);
  return found;
}

/** First 17:00 New York after a time. */
export function nextRoll(atMs: number): number {
  let roll = lastRoll(atMs + 26 * hourMs);
  for (let before = lastRoll(roll - 1); before > atMs; before = lastRoll(roll - 1)) roll = before;
  return roll;
}

/** True on a holiday, from 17:00 New York on its eve to 17:00 on the day. */
function isHoliday(atMs: number): boolean {
  const day = new Date(newYorkMs(atMs) + 7 * hourMs);
  const [month, date] = [day.getUTCMonth() + 1, day.getUTCDate()];
  return (month === 1 && date === 1) || (month === 12 && date === 25);
}

/**
 * True while a calendar trades: currencies all week, `breaks` not from 17:00 to 18:00 New York, `always` at all times.
 */
export function isTrading(calendar: string, atMs: number): boolean {
  if (calendar === 'always') return true;
  if (isWeekend(atMs) || isHoliday(atMs)) return false;
  if (calendar === 'forex') return true;
  const hour = newYorkTime(atMs) / hourMs;
  return hour < 17 || hour >= 18;
}

/** End of the session of a time: a 17:00 New York. */
function sessionEnd(calendar: string, atMs: number): number {
  let end = nextRoll(atMs);
  while (isTrading(calendar, end)) end = nextRoll(end);
  return end;
}

const spans = new Map<string, { readonly fromMs: number; readonly endMs: number }>();

/** True if both times are in one session. */
export function isOneSession(calendar: string, oneMs: number, otherMs: number): boolean {
  if (calendar === 'always') return true;
  const [fromMs, untilMs] = [Math.min(oneMs, otherMs), Math.max(oneMs, otherMs)];
  const known = spans.get(calendar);
  if (known !== undefined && fromMs >= known.fromMs && fromMs < known.endMs) return untilMs < known.endMs;
  if (!isTrading(calendar, fromMs)) return false;
  const span = { fromMs, endMs: sessionEnd(calendar, fromMs) };
  spans.set(calendar, span);
  return untilMs < span.endMs;
}

/** Next instant after a time at which a calendar opens or closes. */
export function nextEdge(calendar: string, afterMs: number): number {
  for (let roll = nextRoll(afterMs); ; roll = nextRoll(roll)) {
    for (const edge of [roll, roll + hourMs]) {
      if (isTrading(calendar, edge) !== isTrading(calendar, edge - 1)) return edge;
    }
  }
}

/** True while currencies are closed, from Friday 17:00 to Sunday 17:00 New York. */
export function isWeekend(atMs: number): boolean {
  const [day, isEvening] = [newYorkDay(atMs), newYorkTime(atMs) >= 17 * hourMs];
  return day === 6 || (day === 5 && isEvening) || (day === 0 && !isEvening);
}
