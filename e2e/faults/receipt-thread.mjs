// Thread that verifies the receipts of each account: the campaign's thread carries the network of the cluster meanwhile.
import { parentPort, workerData } from 'node:worker_threads';
import { checkReceipts } from '../../tools/verify-receipt/receipt-checks.mjs';

const { accounts, keys } = workerData;
const wrong = [];
for (const receipts of accounts)
  for (const { title, checks } of checkReceipts(receipts, keys, { isWhole: true }))
    for (const { ok, text } of checks) if (ok === false) wrong.push(`${title}: ${text}`);
parentPort?.postMessage(wrong, []);
