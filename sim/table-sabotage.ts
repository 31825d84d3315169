import { toMoney } from '@candor/domain/values/money';
import type { Projection, ProjectionStore } from '../apps/server/src/ports/projection.ts';
import type { BrokenVariant } from './sabotage.ts';

type Apply = ProjectionStore['apply'];

function withStore(store: ProjectionStore, changes: Partial<ProjectionStore>): ProjectionStore {
  return {
    checkpoint: () => store.checkpoint(),
    apply: (fromSeq, projection) => store.apply(fromSeq, projection),
    clear: () => store.clear(),
    digest: () => store.digest(),
    swapSteps: (orderIds) => store.swapSteps(orderIds),
    ...changes,
  };
}

function applying(broken: (apply: Apply, isAlive: () => boolean) => Apply): BrokenVariant['sabotage'] {
  return {
    projections: (store, isAlive) =>
      withStore(store, { apply: broken((fromSeq, projection) => store.apply(fromSeq, projection), isAlive) }),
  };
}

const editing = (edit: (projection: Projection) => Partial<Projection>): BrokenVariant['sabotage'] =>
  applying((apply) => (fromSeq, projection) => apply(fromSeq, { ...projection, ...edit(projection) }));

const nothing = { orders: [], funds: [], postings: [], receipts: [], chains: [] } as const;

/** Changes every seventh item, or removes it if the change is null. */
function everySeventh<Item>(items: readonly Item[], seed: number, change: (item: Item) => Item | null): Item[] {
  return items.flatMap((item, at) => ((at + seed) % 7 === 0 ? (change(item) ?? []) : item));
}

/** An earlier fault of the projector: after a write in doubt it continued from its own position. */
export const neverLooksAgain: BrokenVariant['sabotage'] = {
  projections(store) {
    let first: Promise<number> | null = null;
    return withStore(store, {
      checkpoint() {
        first ??= store.checkpoint();
        return first;
      },
    });
  },
};

/** Faults of the tables and the receipts. */
export const tableSabotages: Readonly<Record<string, BrokenVariant>> = {
  'reports its checkpoint before the rows are stored': {
    sabotage: applying((apply) => async (fromSeq, projection) => {
      await apply(fromSeq, { ...projection, ...nothing });
      await apply(projection.toSeq, projection);
    }),
    caughtBy: /R2-orders|R2-funds|R3-postings/,
  },
  'reports its checkpoint too late': {
    sabotage: applying((apply) => async (fromSeq, projection) => {
      await apply(fromSeq, { ...projection, toSeq: fromSeq });
      await apply(fromSeq, { ...projection, ...nothing });
    }),
    caughtBy: /R2-orders|R2-funds|R3-postings|R6-receipts|R7-chain/,
  },
  'skips rows of the journal': {
    sabotage: applying((apply) => (fromSeq, projection) => {
      return apply(fromSeq, projection.toSeq % 5 === 0 ? { ...projection, ...nothing } : projection);
    }),
    caughtBy: /R0-folds|R2-orders|R2-funds|R3-postings|R6-receipts/,
  },
  'posts one micro too much': {
    sabotage: editing(({ postings, toSeq }) => ({
      postings: everySeventh(postings, toSeq, (posting) => ({ ...posting, amount: toMoney(posting.amount + 1n) })),
    })),
    caughtBy: /R3-postings/,
  },
  'leaves a posting out': {
    sabotage: editing(({ postings, toSeq }) => ({ postings: everySeventh(postings, toSeq, () => null) })),
    caughtBy: /R3-postings/,
  },
  'keeps an order as it was': {
    sabotage: editing(({ orders, toSeq }) => ({ orders: everySeventh(orders, toSeq, () => null) })),
    caughtBy: /R2-orders/,
  },
  'keeps a deposit or withdrawal as it was': {
    sabotage: editing(({ funds, toSeq }) => ({ funds: everySeventh(funds, toSeq, () => null) })),
    caughtBy: /R2-funds/,
  },
  'gives no receipt of a fill': {
    sabotage: editing(({ receipts, toSeq }) => ({ receipts: everySeventh(receipts, toSeq, () => null) })),
    caughtBy: /R6-receipts/,
  },
  'gives a receipt of no fill': {
    sabotage: editing(({ receipts, toSeq }) => {
      const [first] = receipts;
      return first === undefined || toSeq % 3 > 0 ? {} : { receipts: [...receipts, { ...first, id: `${toSeq}-open` }] };
    }),
    caughtBy: /R6-receipts/,
  },
  'gives receipts a wrong price': {
    sabotage: editing(({ receipts }) => ({
      receipts: receipts.map((one) => ({ ...one, text: one.text.replace(/"price":"(\d)/, '"price":"1$1') })),
    })),
    caughtBy: /R6-receipts/,
  },
  'forgets where the receipts of an account ended': {
    sabotage: editing(({ chains, toSeq }) => ({ chains: everySeventh(chains, toSeq, () => null) })),
    caughtBy: /R7-chain|R0-folds|R8-rebuild/,
  },
  'begins a chain of receipts anew': {
    sabotage: {
      receipts: (store) => ({
        chains: async (ids) =>
          (await store.chains(ids)).map((chain) => ({ ...chain, number: 0, hash: '0'.repeat(64) })),
      }),
    },
    caughtBy: /R7-chain/,
  },
  'signs nothing': {
    sabotage: {
      signer: {
        key: { keyId: '0'.repeat(16), publicKey: '0'.repeat(64) },
        sign: () => Promise.resolve('0'.repeat(128)),
      },
    },
    caughtBy: /R6-receipts/,
  },
  'answers before the tables hold it': {
    sabotage: {
      projector: (projector) => ({
        wake: (seq) => projector.wake(seq),
        caughtUp: () => Promise.resolve(),
        seq: projector.seq,
        isFailing: projector.isFailing,
        stop: () => projector.stop(),
      }),
    },
    caughtBy: /R9-caught-up/,
  },
  'never looks again where its tables stand': { sabotage: neverLooksAgain, caughtBy: /R9-caught-up/ },
  'folds something else the second time': {
    sabotage: {
      projections: (store) =>
        withStore(store, { digest: async () => ({ ...(await store.digest()), hash: String(Math.random()) }) }),
    },
    caughtBy: /R8-rebuild/,
  },
};
