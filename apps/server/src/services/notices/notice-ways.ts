import type { NoticeChoice, NoticeEvent, QuietHours } from '../../ports/notices.ts';

/** Ways of an event as the product has them, and what its user may change (R-ALR-11). */
export interface EventWays {
  readonly event: NoticeEvent;
  /** True if it is pushed unless the user chose otherwise. */
  readonly push: boolean;
  /** `locked`: always mailed, by the part of the product that causes it. */
  readonly mail: boolean | 'locked';
  /** True if its text contains an amount of the account, which is pushed by choice only. */
  readonly hasAmount: boolean;
  /** True if it is pushed in quiet hours, too. A locked mail comes at any hour (R-ALR-12). */
  readonly isUrgent: boolean;
}

/** In the order of the settings page. */
export const eventWays: readonly EventWays[] = [
  { event: 'fills', push: true, mail: false, hasAmount: true, isUrgent: false },
  { event: 'stops', push: true, mail: false, hasAmount: true, isUrgent: false },
  { event: 'stop-out', push: true, mail: 'locked', hasAmount: true, isUrgent: true },
  { event: 'margin-call', push: true, mail: 'locked', hasAmount: false, isUrgent: true },
  { event: 'alert', push: true, mail: false, hasAmount: false, isUrgent: false },
  { event: 'margin-alert', push: true, mail: false, hasAmount: false, isUrgent: false },
  { event: 'result-alert', push: true, mail: false, hasAmount: true, isUrgent: false },
  { event: 'swap-alert', push: true, mail: false, hasAmount: true, isUrgent: false },
  { event: 'money', push: true, mail: 'locked', hasAmount: true, isUrgent: false },
  { event: 'security', push: true, mail: 'locked', hasAmount: false, isUrgent: true },
  { event: 'verification', push: true, mail: 'locked', hasAmount: false, isUrgent: false },
  { event: 'terms', push: false, mail: 'locked', hasAmount: false, isUrgent: false },
];

/** Returns what happens to a notice of an event at a time, by the choice of its user. */
export function decideWays(event: NoticeEvent, choice: NoticeChoice, nowMs: number) {
  const ways = eventWays.find((one) => one.event === event);
  if (ways === undefined) throw new Error(`Invariant: ${event} has ways`);
  const { quiet = null, amounts = false } = choice;
  const isHeld = !ways.isUrgent && quiet !== null && isQuiet(quiet, nowMs);
  return {
    isPushed: !isHeld && (choice.push?.[event] ?? ways.push),
    isMailed: !isHeld && ways.mail !== 'locked' && (choice.mail?.[event] ?? ways.mail),
    hasText: amounts || !ways.hasAmount,
  };
}

/** True within the hours, by the clock of their zone; the end is not part of them. */
export function isQuiet({ from, to, zone }: QuietHours, atMs: number): boolean {
  const minute = minuteOfDay(zone, atMs);
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}

const clocks = new Map<string, Intl.DateTimeFormat>();
/** There are about 600 names of zones. */
const clocksMax = 700;

function minuteOfDay(zone: string, atMs: number): number {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    if (clocks.size >= clocksMax) clocks.clear();
    const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', numberingSystem: 'latn' } as const;
    clock = new Intl.DateTimeFormat('en-GB', { ...time, timeZone: zone });
    clocks.set(zone, clock);
  }
  const [hours = 0, minutes = 0] = clock.format(atMs).split(':').map(Number);
  return hours * 60 + minutes;
}
