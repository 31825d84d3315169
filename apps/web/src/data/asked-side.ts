import type { Side } from '@candor/domain/values/ids';

let asked: { readonly instrumentId: number; readonly side: Side } | null = null;

/** Asks the ticket of an instrument to open with a side, at the next view of it. */
export function askSide(instrumentId: number, side: Side): void {
  asked = { instrumentId, side };
}

/** Takes the side that was asked for; null if none was for this instrument. A side is taken once, by any ticket. */
export function takeAskedSide(instrumentId: number): Side | null {
  const taken = asked;
  asked = null;
  return taken?.instrumentId === instrumentId ? taken.side : null;
}
