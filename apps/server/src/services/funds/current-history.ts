import type { FundsHistory } from '../../ports/funds.ts';

/** The tables, once they hold everything that a reader may already have been told of. */
export function createCurrentHistory(deps: {
  readonly store: FundsHistory;
  readonly committedSeq: () => number;
  readonly caughtUp: (seq: number) => Promise<void>;
}): FundsHistory {
  const ready = () => deps.caughtUp(deps.committedSeq());
  return {
    async ofAccount(...asked) {
      await ready();
      return deps.store.ofAccount(...asked);
    },
    async ofCompany(...asked) {
      await ready();
      return deps.store.ofCompany(...asked);
    },
    async find(...asked) {
      await ready();
      return deps.store.find(...asked);
    },
    async payoutTimes(...asked) {
      await ready();
      return deps.store.payoutTimes(...asked);
    },
  };
}
