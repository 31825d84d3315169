import { type DrawnInstrument, drawingsInAllMax, drawnInstrumentsMax } from '@candor/contracts/http/chart-drawings';
import { contentCalls } from '@candor/contracts/http/content';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../ports/clock.ts';
import type { ChoiceStore } from '../../../ports/content.ts';
import type { Tokens } from '../../../services/identity/tokens.ts';
import { RefusalError } from '../envelope.ts';
import { registerCall } from '../register-call.ts';

export interface ChartDrawingRouteDeps {
  readonly choices: Pick<ChoiceStore, 'drawings' | 'changeDrawings'>;
  readonly tokens: Tokens;
  readonly clock: Clock;
}

type Drawn = readonly DrawnInstrument[];

/** Registers the drawings of a user, demo or real, for all devices; of each instrument the last change counts (R-CHT-08). */
export function registerChartDrawingRoutes(
  app: FastifyInstance,
  { choices, tokens, clock }: ChartDrawingRouteDeps,
): void {
  registerCall(app, { tokens }, contentCalls.chartDrawings, async ({ session: { user } }) => ({
    // Only drawings that the contract has checked are stored.
    instruments: [...((await choices.drawings(user.companyId, user.id)) as Drawn)],
  }));
  registerCall(app, { tokens }, contentCalls.saveChartDrawings, async ({ session: { user }, input }) => {
    // A device whose clock is fast must not keep all others from changing the drawings later.
    const next = { ...input, at: Math.min(input.at, clock.nowMs()) };
    const stored = await choices.changeDrawings(user.companyId, user.id, (before) => withDrawn(before as Drawn, next));
    if (stored === null) throw new RefusalError('tooManyDrawings');
    const [now] = (stored as Drawn).filter(({ forex_id: id }) => id === input.forex_id);
    if (now === undefined) throw new Error('Invariant: the drawings are stored');
    return now;
  });
}

/** Returns the drawings after a change of one instrument: the same ones if theirs are newer, null if there is no room. */
function withDrawn(before: Drawn, next: DrawnInstrument): Drawn | null {
  const others = before.filter(({ forex_id: id }) => id !== next.forex_id);
  if (before.some(({ forex_id: id, at }) => id === next.forex_id && at > next.at)) return before;
  const drawn = [...others, next].filter(({ drawings }) => drawings.length > 0);
  const count = drawn.reduce((sum, { drawings }) => sum + drawings.length, 0);
  const isMore = next.drawings.length > 0;
  if (isMore && (drawn.length > drawnInstrumentsMax || count > drawingsInAllMax)) return null;
  // Instruments whose drawings were removed are kept too, so that another device learns of it; the newest ones.
  const emptied = [...others, next].filter(({ drawings }) => drawings.length === 0);
  return [...drawn, ...emptied.toSorted((a, b) => a.at - b.at).slice(-drawnInstrumentsMax)];
}
