import { createHash } from 'node:crypto';
import { FakeJsonRpc, RpcRefusal } from './fake-json-rpc.ts';

/** A transaction to be sent or mined; amounts as the node prints them. */
export interface Spend {
  readonly name: string;
  readonly outputs: readonly { readonly address: string; readonly value: string }[];
}

interface MinedBlock {
  readonly height: number;
  readonly hash: string;
  readonly previous: string | null;
  readonly spends: readonly Spend[];
}

export function bitcoinId(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Fake Bitcoin Core node with a chain made by the test: the JSON-RPC calls of a watcher, in the node's formats. */
export class FakeBitcoinNode {
  chain = 'regtest';
  readonly rpc: FakeJsonRpc;
  readonly mempool: Spend[] = [];
  /** Hook before each answer, to change the chain while it is read. */
  onCall: (method: string) => void = () => undefined;
  #blocks: MinedBlock[] = [];
  #branch = 0;

  constructor() {
    this.rpc = new FakeJsonRpc((method, params) => {
      this.onCall(method);
      return this.#answer(method, params);
    });
    this.mine();
  }

  /** Mines transactions into a block, from the mempool or new. */
  mine(...spends: readonly Spend[]): void {
    const height = this.#blocks.length;
    const previous = this.#blocks.at(-1)?.hash ?? null;
    const hash = bitcoinId(`${previous} ${height} ${this.#branch} ${spends.map(({ name }) => name).join()}`);
    this.#blocks.push({ height, hash, previous, spends });
    const names = new Set(spends.map(({ name }) => name));
    this.mempool.splice(0, Infinity, ...this.mempool.filter(({ name }) => !names.has(name)));
  }

  mineMany(count: number): void {
    for (let mined = 0; mined < count; mined += 1) this.mine();
  }

  /** Removes the last blocks; blocks mined later belong to another branch. */
  undo(count: number): void {
    this.#blocks = this.#blocks.slice(0, -count);
    this.#branch += 1;
  }

  #answer(method: string, params: readonly unknown[]): string {
    switch (method) {
      case 'getblockchaininfo':
        return JSON.stringify({ chain: this.chain, blocks: this.#blocks.length - 1, initialblockdownload: false });
      case 'getblockcount':
        return String(this.#blocks.length - 1);
      case 'getblockhash': {
        const block = this.#blocks[Number(params[0])];
        if (block === undefined) throw new RpcRefusal(-8, 'Block height out of range');
        return JSON.stringify(block.hash);
      }
      case 'getblock':
        return this.#block(String(params[0]));
      case 'getrawmempool':
        return JSON.stringify(this.mempool.map(({ name }) => bitcoinId(name)));
      case 'getrawtransaction': {
        const spend = this.mempool.find(({ name }) => bitcoinId(name) === params[0]);
        if (spend === undefined)
          throw new RpcRefusal(-5, 'No such mempool transaction. Use -txindex or provide a block hash.');
        return toTransaction(spend);
      }
      default:
        throw new RpcRefusal(-32601, 'Method not found');
    }
  }

  #block(hash: string): string {
    const block = this.#blocks.find((one) => one.hash === hash);
    if (block === undefined) throw new RpcRefusal(-5, 'Block not found');
    const previous = block.previous === null ? '' : `"previousblockhash":"${block.previous}",`;
    return `{"hash":"${hash}","confirmations":${this.#blocks.length - block.height},"height":${block.height},"version":536870912,
"time":${1_700_000_000 + block.height * 600},"difficulty":4.656542373906925e-10,${previous}"nTx":${block.spends.length + 1},
"tx":[${[toCoinbase(block.height), ...block.spends.map(toTransaction)].join()}]}`;
  }
}

function toTransaction({ name, outputs }: Spend): string {
  const vout = outputs.map(
    ({ address, value }, n) =>
      `{"value":${value},"n":${n},"scriptPubKey":{"asm":"0 …","hex":"0014","address":"${address}","type":"witness_v0_keyhash"}}`,
  );
  return `{"txid":"${bitcoinId(name)}","hash":"${bitcoinId(name)}","version":2,"size":222,"vsize":141,"weight":561,"locktime":0,
"vin":[{"txid":"${bitcoinId(`before ${name}`)}","vout":0,"sequence":4294967293}],"vout":[${vout.join()}],"hex":"0200"}`;
}

function toCoinbase(height: number): string {
  return `{"txid":"${bitcoinId(`coinbase ${height}`)}","version":2,"vin":[{"coinbase":"00","sequence":4294967295}],"vout":[
{"value":50.00000000,"n":0,"scriptPubKey":{"asm":"OP_TRUE","hex":"51","type":"nonstandard"}},
{"value":0.00000000,"n":1,"scriptPubKey":{"asm":"OP_RETURN \\"value\\":9","hex":"6a","type":"nulldata"}}]}`;
}
