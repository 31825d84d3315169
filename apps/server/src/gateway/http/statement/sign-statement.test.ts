import { expect, test } from 'vitest';
import { testSigner } from '../../../../../../testkit/receipt-signer.ts';
import { UnavailableError } from '../../../ports/journal.ts';
import type { PublishedKey } from '../../../ports/projection.ts';
import { signStatement } from './sign-statement.ts';

const made = Buffer.from(`${'0'.repeat(64)}"text"`);
const signer = testSigner();

function signUnder(changes: Partial<PublishedKey>): Promise<Uint8Array> {
  const key = { ...signer.key, fromMs: null, untilMs: null, compromisedMs: null, ...changes };
  return signStatement(made, signer, async () => [key]);
}

test('R-LOG-37 a gateway that still has a key that has ended signs no statement with it', async () => {
  expect(Buffer.from(await signUnder({})).toString()).toContain(signer.key.keyId);
  expect(Buffer.from(await signUnder({ keyId: 'another', untilMs: 1 })).toString()).toContain(signer.key.keyId);
  await expect(signUnder({ untilMs: 1 })).rejects.toThrow(UnavailableError);
});
