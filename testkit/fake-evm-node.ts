import { createHash } from 'node:crypto';
import { FakeJsonRpc, RpcRefusal } from './fake-json-rpc.ts';

/** A transfer to be mined: of the coin, or of a token if a contract is set. */
export interface Transfer {
  readonly to: string;
  /** Amount in the smallest units. */
  readonly units: bigint;
  readonly contract?: string;
  /** Identifies the transaction; a name mined again is the same transaction. */
  readonly name: string;
  readonly isFailed?: boolean;
  /** Number of events that the transaction logs before the transfer. */
  readonly logsBefore?: number;
}

interface MinedBlock {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly transfers: readonly Transfer[];
}

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const payer = `0x${'a1'.repeat(20)}`;

export function evmHash(text: string): string {
  return `0x${createHash('sha256').update(text).digest('hex')}`;
}

/** Fake Ethereum node with a chain made by the test: the JSON-RPC calls of a watcher, in the node's formats. */
export class FakeEvmNode {
  chainId = 1337;
  readonly rpc: FakeJsonRpc;
  /** Maximum logs of a range; larger ranges are refused, as by providers. */
  logsMax = 10_000;
  /** Hook before each answer, to change the chain while it is read. */
  onCall: (method: string) => void = () => undefined;
  #blocks: MinedBlock[] = [];
  #branch = 0;

  constructor() {
    this.rpc = new FakeJsonRpc((method, params) => {
      this.onCall(method);
      return JSON.stringify(this.#answer(method, params));
    });
    this.mine();
  }

  get head(): number {
    return this.#blocks.length - 1;
  }

  mine(...transfers: readonly Transfer[]): void {
    const number = this.#blocks.length;
    const parentHash = this.#blocks.at(-1)?.hash ?? `0x${'0'.repeat(64)}`;
    const hash = evmHash(`${parentHash} ${number} ${this.#branch} ${transfers.map(({ name }) => name).join()}`);
    this.#blocks.push({ number, hash, parentHash, transfers });
  }

  mineMany(count: number): void {
    for (let mined = 0; mined < count; mined += 1) this.mine();
  }

  /** Removes the last blocks; blocks mined later belong to another branch. */
  undo(count: number): void {
    this.#blocks = this.#blocks.slice(0, -count);
    this.#branch += 1;
  }

  #answer(method: string, params: readonly unknown[]): unknown {
    switch (method) {
      case 'eth_chainId':
        return hex(this.chainId);
      case 'eth_blockNumber':
        return hex(this.head);
      case 'eth_getBlockByNumber': {
        const block = this.#blocks[Number(params[0])];
        return block === undefined ? null : this.#toBlock(block, params[1] === true);
      }
      case 'eth_getTransactionReceipt':
        return this.#receipt(String(params[0]));
      case 'eth_getLogs':
        return this.#logs(params[0] as { fromBlock: string; toBlock: string; address: string[]; topics: unknown[] });
      default:
        throw new RpcRefusal(-32601, `the method ${method} does not exist/is not available`);
    }
  }

  #toBlock(block: MinedBlock, isFull: boolean): object {
    return {
      number: hex(block.number),
      hash: block.hash,
      parentHash: block.parentHash,
      nonce: '0x0000000000000000',
      timestamp: hex(1_700_000_000 + block.number * 12),
      gasLimit: '0x1c9c380',
      gasUsed: '0x5208',
      baseFeePerGas: '0x7',
      transactions: block.transfers.map((transfer, at) =>
        isFull ? this.#toTransaction(block, transfer, at) : evmHash(transfer.name),
      ),
      uncles: [],
      withdrawals: [],
    };
  }

  #toTransaction(block: MinedBlock, { to, units, contract, name }: Transfer, at: number): object {
    return {
      blockHash: block.hash,
      blockNumber: hex(block.number),
      from: payer,
      gas: '0x5208',
      gasPrice: '0x3b9aca07',
      hash: evmHash(name),
      // Nodes differ in the case of addresses; a contract deployment has no address.
      to: contract ?? to.toUpperCase().replace('0X', '0x'),
      input: contract === undefined ? '0x' : '0xa9059cbb',
      nonce: hex(at),
      transactionIndex: hex(at),
      value: contract === undefined ? hex(units) : '0x0',
      type: '0x2',
      chainId: hex(this.chainId),
    };
  }

  #receipt(hash: string): object | null {
    for (const block of this.#blocks) {
      const transfer = block.transfers.find(({ name }) => evmHash(name) === hash);
      if (transfer === undefined) continue;
      return {
        blockHash: block.hash,
        blockNumber: hex(block.number),
        transactionHash: hash,
        status: transfer.isFailed === true ? '0x0' : '0x1',
        logs: this.#logsOf(block).filter(({ transactionHash }) => transactionHash === hash),
      };
    }
    return null;
  }

  #logs(filter: { fromBlock: string; toBlock: string; address: string[]; topics: unknown[] }): object[] {
    const wanted = filter.topics[2] as string[] | null;
    const recipients = wanted && new Set(wanted);
    const found = this.#blocks
      .slice(Number(filter.fromBlock), Number(filter.toBlock) + 1)
      .flatMap((block) => this.#logsOf(block))
      .filter(({ address, topics }) => filter.address.includes(address) && topics[0] === filter.topics[0])
      .filter(({ topics }) => recipients?.has(topics[2] ?? '') ?? true);
    if (found.length > this.logsMax) throw new RpcRefusal(-32005, 'query returned more than 10000 results');
    return found;
  }

  #logsOf(block: MinedBlock) {
    const logs = block.transfers.flatMap((transfer) => {
      const { contract, isFailed, logsBefore = 0 } = transfer;
      if (contract === undefined || isFailed === true) return [];
      const approvals = Array.from({ length: logsBefore }, () => ({ transfer, isPayment: false }));
      return [...approvals, { transfer, isPayment: true }];
    });
    return logs.map(({ transfer, isPayment }, at) => ({
      address: transfer.contract ?? '',
      topics: [isPayment ? transferTopic : evmHash('Approval'), toTopic(payer), toTopic(transfer.to)],
      data: `0x${transfer.units.toString(16).padStart(64, '0')}`,
      blockNumber: hex(block.number),
      blockHash: block.hash,
      transactionHash: evmHash(transfer.name),
      transactionIndex: '0x0',
      logIndex: hex(at),
      removed: false,
    }));
  }
}

function hex(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}

function toTopic(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
}
