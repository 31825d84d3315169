import { logPaths } from '@candor/contracts/http/paths';
import type { ReceiptKeys, SignedReceipt } from '@candor/contracts/http/receipts';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session-store.ts';
import { api } from './api.ts';
import { CallError } from './client.ts';
import { apiOrigin } from './host.ts';
import { toOrderPage } from './order.ts';
import { fetchReceiptKeys } from './receipts.ts';

/** Newest orders whose receipts are read, and at once. */
const ordersMax = 20;
const atOnce = 4;

/** Receipts of the newest orders as the server sent them, with the published keys; nothing in it is verified. */
export interface FillProofs {
  readonly receipts: readonly SignedReceipt[];
  readonly keys: ReceiptKeys;
  readonly orderCount: number;
  /** Proof that the newest receipt is in the public log; null until a checkpoint covers it. */
  readonly newestProof: string | null;
  readonly log: LogFiles | null;
}

/** Newest checkpoint and key of the public log; null before the first checkpoint. */
export interface LogFiles {
  readonly checkpoint: string;
  readonly key: string;
}

/** Receipts of the user's newest orders, newest first, with all that their check needs (R-VER-16, R-VER-17). */
export function useFillProofs() {
  const userId = useSession((session) => session.user?.id);
  return useQuery({ queryKey: ['fill-proofs', userId], queryFn: ({ signal }) => readProofs(signal), gcTime: 0 });
}

async function readProofs(signal: AbortSignal): Promise<FillProofs> {
  const lists = await Promise.all(
    ([1, 3] as const).map(
      async (status) => toOrderPage(await api.call('orders', { status, page: 1 }, { signal })).orders,
    ),
  );
  const filled = lists.flat().filter(({ receiptIds }) => receiptIds.length > 0);
  const newest = filled.toSorted((one, other) => filledAt(other) - filledAt(one)).slice(0, ordersMax);
  const receipts: SignedReceipt[] = [];
  for (let at = 0; at < newest.length; at += atOnce) {
    const some = newest.slice(at, at + atOnce).map(({ id }) => api.call('receipts', { id }, { signal }));
    receipts.push(...(await Promise.all(some)).flat());
  }
  // Parts of one order share its opening receipt.
  const distinct = [...new Map(receipts.map((one) => [one.id, one])).values()];
  const sorted = distinct.toSorted((one, other) => other.fields.number - one.fields.number);
  const [keys, log] = await Promise.all([fetchReceiptKeys(), readLog(signal)]);
  return { receipts: sorted, keys, orderCount: newest.length, newestProof: sorted[0]?.log_proof ?? null, log };
}

function filledAt({ endedAtMs, openedAtMs, placedAtMs }: ReturnType<typeof toOrderPage>['orders'][number]): number {
  return endedAtMs ?? openedAtMs ?? placedAtMs;
}

async function readLog(signal: AbortSignal): Promise<LogFiles | null> {
  const [checkpoint, key] = await Promise.all(
    [logPaths.checkpoint, logPaths.key].map((path) => readFile(path, signal)),
  );
  return checkpoint == null || key == null ? null : { checkpoint, key };
}

/** Reads a plain file without envelope; null if there is none. */
async function readFile(path: string, signal: AbortSignal): Promise<string | null> {
  let response: Response;
  try {
    response = await fetch(`${apiOrigin(new URL(location.href))}${path}`, { signal });
  } catch (error) {
    throw new CallError('ERR_NETWORK', String(error), false);
  }
  if (response.status === 404) return null;
  if (!response.ok) throw new CallError(response.status, `HTTP ${response.status}`, false);
  return response.text();
}
