import { type TickLine, type TickStatus, tickPageMax, tickQuestions } from '../../ports/tick-stream.ts';
import type { TickTail } from '../../ports/transparency-log.ts';
import { decodeJson, decodePage, encodeJson } from './tick-codec.ts';

/** Reads the end of the market role's tick log over its line: only ticks that it has stored (R-LOG-06). */
export function openLineTickTail(line: Pick<TickLine, 'ask'>): TickTail {
  return {
    async end() {
      const { logId, next } = decodeJson(await line.ask(tickQuestions.status, encodeJson({}))) as TickStatus;
      return { logId, offset: next };
    },
    async read(from, limit) {
      const asked = { from, limit: Math.min(limit, tickPageMax), isRecentOnly: false };
      const page = decodePage(await line.ask(tickQuestions.read, encodeJson(asked)));
      return page.isGone ? [] : page.ticks;
    },
  };
}
