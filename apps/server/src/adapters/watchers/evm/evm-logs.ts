import { type BlockPlace, WatcherError } from '../../../ports/payment-watch.ts';
import type { Payment } from '../chain-scan.ts';
import { type CallNode, RpcError } from '../json-rpc.ts';
import { parseCount, parseHash, parseQuantity, readReceipt, scaleAmount } from './evm-transfers.ts';

export interface Token {
  readonly currency: string;
  readonly contract: string;
  readonly decimals: number;
}

interface Search {
  readonly tokens: readonly Token[];
  /** Consecutive blocks, oldest first. */
  readonly blocks: readonly BlockPlace[];
  readonly addresses: ReadonlySet<string>;
}

interface Log {
  readonly address: unknown;
  readonly topics: unknown;
  readonly data: unknown;
  readonly blockNumber: unknown;
  readonly blockHash: unknown;
  readonly transactionHash: unknown;
  readonly logIndex: unknown;
  readonly removed: unknown;
}

/** Keccak-256 of `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Maximum addresses in one call; with more addresses in total, all transfers are read and filtered here. */
const addressesMax = 200;
const siftedFrom = 1_000;

/** Finds transfers of the tokens to watched addresses, each with the height of its block. */
export async function findTokenPayments(
  call: CallNode,
  network: string,
  search: Search,
): Promise<{ readonly place: number; readonly payment: Payment }[]> {
  const { tokens, blocks } = search;
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (tokens.length === 0 || first === undefined || last === undefined) return [];
  const contracts = tokens.map(({ contract }) => contract);
  const found: { place: number; payment: Payment }[] = [];
  for (const recipients of recipientsOf([...search.addresses])) {
    const filter = { address: contracts, topics: [transferTopic, null, recipients] };
    for (const log of await readLogs(call, filter, first.height, last.height)) {
      const payment = await toPayment(call, network, search, log);
      if (payment !== null) found.push(payment);
    }
  }
  return found;
}

/** Recipients of each call; null to read every recipient's. */
function recipientsOf(addresses: readonly string[]): (readonly string[] | null)[] {
  if (addresses.length > siftedFrom) return [null];
  const pieces: string[][] = [];
  for (let at = 0; at < addresses.length; at += addressesMax)
    pieces.push(addresses.slice(at, at + addressesMax).map(toTopic));
  return pieces;
}

/** Reads logs; halves a range that the node refuses, because nodes refuse too many results in different words. */
async function readLogs(call: CallNode, filter: object, from: number, to: number): Promise<Log[]> {
  const range = { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${to.toString(16)}` };
  try {
    const logs = await call('eth_getLogs', [{ ...filter, ...range }]);
    if (!Array.isArray(logs)) throw new WatcherError("the node's logs are not a list");
    return logs as Log[];
  } catch (error) {
    if (!(error instanceof RpcError) || from === to) throw error;
    const middle = (from + to) >> 1;
    return [...(await readLogs(call, filter, from, middle)), ...(await readLogs(call, filter, middle + 1, to))];
  }
}

/** Returns null for logs that are not payments: another event, another token, a removed log. */
async function toPayment(
  call: CallNode,
  network: string,
  { tokens, blocks, addresses }: Search,
  log: Log,
): Promise<{ place: number; payment: Payment } | null> {
  const topics = Array.isArray(log.topics) ? (log.topics as unknown[]) : [];
  const token = tokens.find(({ contract }) => contract === String(log.address).toLowerCase());
  // A fourth topic means the transfer of a single collectible, not of an amount.
  if (token === undefined || log.removed === true || topics.length !== 3 || topics[0] !== transferTopic) return null;
  const address = toAddress(topics[2]);
  if (address === null || !addresses.has(address)) return null;
  const blockHash = parseHash(log.blockHash, 'block hash');
  const place = parseCount(log.blockNumber, 'block number');
  if (blocks.find(({ height }) => height === place)?.hash !== blockHash)
    throw new WatcherError('the chain changed while it was read');
  const amount = scaleAmount(parseUint256(log.data), token.decimals);
  if (amount === 0n) return null;
  const transaction = parseHash(log.transactionHash, 'transaction hash');
  const { firstLog } = await readReceipt(call, transaction, blockHash);
  // Index within the transaction: the index within the block changes in another block.
  const output = parseCount(log.logIndex, 'log index') - firstLog;
  const externalId = `${network}:${transaction}:log${output}`;
  return { place, payment: { externalId, transaction, address, currency: token.currency, amount } };
}

function toTopic(address: string): string {
  return `0x${address.slice(2).padStart(64, '0')}`;
}

function toAddress(topic: unknown): string | null {
  const match = /^0x0{24}([\da-f]{40})$/i.exec(String(topic));
  return match === null ? null : `0x${(match[1] ?? '').toLowerCase()}`;
}

function parseUint256(data: unknown): bigint {
  const match = /^0x([\da-f]{64})$/i.exec(String(data));
  if (match === null) throw new WatcherError("the node's log contains no amount");
  return parseQuantity(`0x${(match[1] ?? '').replace(/^0+(?=.)/, '')}`, 'amount');
}
