import type { ReceiptKeys, SignedReceipt } from '@candor/contracts/http/receipts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import vectors from '../../../testkit/receipt-vectors.json' with { type: 'json' };
import { verifyReceipt } from './verify-receipt.ts';

const { keys, receipts } = vectors as unknown as ReceiptKeys & { receipts: [SignedReceipt] };
const [receipt] = receipts;

afterEach(() => vi.unstubAllGlobals());

describe('receipt check in the browser (R-ORD-25)', () => {
  test('verifies a receipt with the published key', async () => {
    expect(await verifyReceipt(receipt, { keys })).toBe('verified');
  });

  test('rejects a changed receipt and an unpublished key', async () => {
    const flipped = receipt.signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    const changed = [
      { ...receipt, text: receipt.text.replace('576.475000', '576.475001') },
      { ...receipt, hash: 'f'.repeat(64) },
      { ...receipt, signature: flipped },
      { ...receipt, signature: receipt.signature.toUpperCase() },
      { ...receipt, key_id: '0'.repeat(16) },
    ];
    for (const one of changed) expect(await verifyReceipt(one, { keys })).toBe('not-verified');
    const others = keys.map((key) => ({ ...key, public_key: '0'.repeat(64) }));
    expect(await verifyReceipt(receipt, { keys: others })).toBe('not-verified');
    expect(await verifyReceipt(receipt, { keys: [] })).toBe('not-verified');
  });

  test('R-LOG-36 rejects what a key signed after its end, or since others may have had it', async () => {
    const { time } = receipt.fields;
    const under = (times: object) => verifyReceipt(receipt, { keys: keys.map((key) => ({ ...key, ...times })) });
    for (const times of [{ until: time }, { until: null, compromised: time + 1 }])
      expect(await under(times)).toBe('verified');
    for (const times of [{ until: time - 1 }, { compromised: time }, { until: time, compromised: time - 1 }])
      expect(await under(times)).toBe('not-verified');
    const timeless = { ...receipt, text: 'null' };
    const ended = { keys: keys.map((key) => ({ ...key, until: 1 })) };
    expect(await verifyReceipt(timeless, ended).catch(() => 'thrown')).toBe('not-verified');
  });

  test('returns cannot in a browser without the algorithm', async () => {
    vi.stubGlobal('crypto', {});
    expect(await verifyReceipt(receipt, { keys })).toBe('cannot');
    vi.unstubAllGlobals();
    const { subtle } = crypto;
    const importKey = () => Promise.reject(new DOMException('', 'NotSupportedError'));
    vi.stubGlobal('crypto', { subtle: { digest: subtle.digest.bind(subtle), importKey } });
    expect(await verifyReceipt(receipt, { keys })).toBe('cannot');
  });
});
