import type {
  ClockMark,
  ClockNews,
  ClockStep,
  ClockStepKind,
  MachineTime,
  TimeChange,
  WatchedClock,
} from '../../ports/clock.ts';

/** Distance from product time beyond which the wall clock has stepped (R-TIME-02). */
export const stepMs = 5_000;
/** Maximum share of the elapsed time by which product time is adjusted towards the wall clock. */
const slewRate = 0.01;
/** Interval of comparing the uptime with the monotonic clock while all clocks agree. */
const uptimeEveryMs = 60_000;
/** Differences below this come from a coarse uptime, not from a suspension. */
const suspensionMinMs = 1_500;

/** Returns product time now, continued from a mark; null if only the wall clock is available. */
function expectedTime(mark: ClockMark, now: ClockMark): number | null {
  const isSameRun = mark.bootId !== null && mark.bootId === now.bootId;
  if (isSameRun && mark.uptimeMs !== null && now.uptimeMs !== null && now.uptimeMs >= mark.uptimeMs) {
    return mark.productMs + now.uptimeMs - mark.uptimeMs;
  }
  const byMs = mark.wallMs - mark.productMs;
  if (Math.abs(byMs) <= stepMs) return null;
  // After a reboot, or on another machine: the wall clock is back if it is before the wrong time, or past the right
  // one.
  const isBack = byMs > 0 ? now.wallMs < mark.wallMs : now.wallMs >= mark.productMs;
  return isBack ? null : Math.max(mark.productMs, now.wallMs - byMs);
}

/**
 * Product time: elapsed time plus an offset to the wall clock (R-TIME-01). The offset follows the wall clock by at most
 * 1 % of the elapsed time, so that product time never goes back. A wall clock more than 5 s away has stepped: the
 * offset stays until the wall clock returns or an operator confirms its time. Suspended time counts as elapsed.
 */
export class ProductClock implements WatchedClock {
  readonly #machine: MachineTime;
  readonly #listeners: ((news: ClockNews) => void)[] = [];
  /** Product time minus the monotonic clock. */
  #offsetMs: number;
  /** Lower bound of product time: the latest time returned. */
  #givenMs: number;
  #readMs: number;
  #suspended: { readonly gapMs: number; readonly readMs: number };
  #step: ClockStep | null = null;
  #stepCount = 0;
  /** Total by which confirmed steps have moved product time back. */
  #takenBackMs = 0;
  /** Time of the newest stored decision that the wall clock must reach; only while the step is `behind-journal`. */
  #floorMs = 0;

  constructor(machine: MachineTime) {
    this.#machine = machine;
    this.#readMs = machine.monotonicMs();
    this.#offsetMs = machine.wallMs() - this.#readMs;
    this.#givenMs = Math.floor(this.#readMs + this.#offsetMs);
    this.#suspended = { gapMs: this.#uptimeGap(this.#readMs), readMs: this.#readMs };
  }

  nowMs(): number {
    this.#read();
    return this.#givenMs;
  }

  timerMs(): number {
    return this.nowMs() + this.#takenBackMs;
  }

  monotonicMs(): number {
    return this.#machine.monotonicMs();
  }

  wallMs(): number {
    return this.#machine.wallMs();
  }

  get step(): ClockStep | null {
    this.#read();
    return this.#step;
  }

  get stepCount(): number {
    return this.#stepCount;
  }

  follow(listener: (news: ClockNews) => void): void {
    this.#listeners.push(listener);
  }

  mark(): ClockMark {
    const productMs = this.nowMs();
    const [uptimeMs, bootId] = [this.#machine.uptimeMs(), this.#machine.bootId?.() ?? null];
    return { productMs, wallMs: this.#machine.wallMs(), uptimeMs, bootId };
  }

  resumeFrom(mark: ClockMark, confirmedMs: number): void {
    const expectedMs = expectedTime(mark, this.mark());
    if (expectedMs === null) return;
    const productMs = expectedMs + confirmedMs;
    const wallMs = this.#machine.wallMs();
    // Within a few seconds the wall clock is the more reliable one.
    this.#jump(Math.abs(wallMs - productMs) <= stepMs ? wallMs : productMs);
    this.#read();
  }

  startAfter(newestStoredMs: number): void {
    this.#read();
    const aheadMs = newestStoredMs - this.#givenMs;
    // Product time does not advance until the few seconds have passed.
    if (aheadMs <= stepMs) this.#givenMs = Math.max(this.#givenMs, newestStoredMs);
    else {
      this.#floorMs = newestStoredMs;
      this.#begin('behind-journal', -aheadMs);
    }
  }

  confirm(stepId: number): TimeChange | null {
    this.#read();
    const step = this.#step;
    if (step === null || step.id !== stepId) return null;
    const fromMs = step.kind === 'behind-journal' ? this.#floorMs : this.#givenMs;
    const beforeMs = this.#givenMs;
    this.#jump(this.#machine.wallMs());
    this.#takenBackMs += Math.max(0, beforeMs - this.#givenMs);
    this.#end('confirmed', step);
    return { fromMs, toMs: this.#givenMs };
  }

  #read(): void {
    const monotonicMs = this.#machine.monotonicMs();
    const wallMs = this.#machine.wallMs();
    if (Math.abs(wallMs - monotonicMs - this.#offsetMs) > stepMs) this.#addSuspension(monotonicMs);
    const driftMs = wallMs - monotonicMs - this.#offsetMs;
    if (this.#step?.kind === 'behind-journal') this.#wait(wallMs, driftMs, this.#step);
    else if (Math.abs(driftMs) > stepMs) this.#leave(driftMs);
    else this.#follow(driftMs, monotonicMs);
    this.#readMs = monotonicMs;
    this.#givenMs = Math.max(this.#givenMs, Math.floor(monotonicMs + this.#offsetMs));
  }

  #follow(driftMs: number, monotonicMs: number): void {
    if (this.#step !== null) this.#end('undone', this.#step);
    const maxMs = (monotonicMs - this.#readMs) * slewRate;
    this.#offsetMs += Math.min(maxMs, Math.max(-maxMs, driftMs));
    if (monotonicMs - this.#suspended.readMs > uptimeEveryMs) {
      this.#suspended = { gapMs: this.#uptimeGap(monotonicMs), readMs: monotonicMs };
    }
  }

  #leave(driftMs: number): void {
    const step = this.#step;
    if (step !== null && Math.abs(driftMs - step.byMs) <= stepMs) return;
    this.#begin(driftMs > 0 ? 'forward' : 'backward', Math.round(driftMs));
  }

  /** Before the first decision the wall clock may step forward: it only has to reach the newest decision. */
  #wait(wallMs: number, driftMs: number, step: ClockStep): void {
    if (driftMs > stepMs) this.#jump(wallMs);
    if (wallMs < this.#floorMs - stepMs) return;
    this.#jump(Math.max(wallMs, this.#givenMs));
    this.#givenMs = Math.max(this.#givenMs, this.#floorMs);
    this.#end('undone', step);
  }

  #jump(wallMs: number): void {
    this.#offsetMs = wallMs - this.#machine.monotonicMs();
    this.#givenMs = Math.floor(wallMs);
  }

  #begin(kind: ClockStepKind, byMs: number): void {
    this.#stepCount += 1;
    this.#step = { id: this.#stepCount, kind, byMs, sinceMs: this.#givenMs };
    this.#tell({ kind: 'stepped', step: this.#step });
  }

  #end(kind: 'undone' | 'confirmed', step: ClockStep): void {
    this.#step = null;
    this.#floorMs = 0;
    this.#tell({ kind, step });
  }

  #tell(news: ClockNews): void {
    for (const listener of this.#listeners) listener(news);
  }

  /** Adds the time since the last look during which the machine was suspended. */
  #addSuspension(monotonicMs: number): void {
    const gapMs = this.#uptimeGap(monotonicMs);
    const suspendedMs = gapMs - this.#suspended.gapMs;
    if (suspendedMs < suspensionMinMs) return;
    this.#suspended = { gapMs, readMs: monotonicMs };
    this.#offsetMs += suspendedMs;
  }

  #uptimeGap(monotonicMs: number): number {
    const uptimeMs = this.#machine.uptimeMs();
    return uptimeMs === null ? 0 : uptimeMs - monotonicMs;
  }
}
