import type { AccountId } from './ids.ts';

/** Shard of every company that was not given another one. */
export const mainShard = 0;

// Numbers are allotted in ranges, so that no two shards ever give the same one.
const accountsOfShard = 100_000_000;
const ordersOfShard = 10_000_000_000_000;
const fundsOfShard = 100_000_000;
const alertsOfShard = 10_000_000_000_000;
const firstOfMain = { orderId: 8_000_001, fundsId: 1_000_001, alertId: 1 };

/** Returns the shard that decides for an account, by the account's number. */
export function shardOf(accountId: AccountId): number {
  return Math.floor(accountId / accountsOfShard);
}

/** Returns the shard that gave a number to an order. */
export function shardOfOrder(orderId: number): number {
  return Math.floor(orderId / ordersOfShard);
}

/** First numbers that a shard gives to orders, to cash requests and to alerts. */
export function firstNumbersOf(shard: number): Record<keyof typeof firstOfMain, number> {
  return {
    orderId: firstOfMain.orderId + shard * ordersOfShard,
    fundsId: firstOfMain.fundsId + shard * fundsOfShard,
    alertId: firstOfMain.alertId + shard * alertsOfShard,
  };
}
