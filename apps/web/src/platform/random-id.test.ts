import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { randomHex, randomUuid } from './random-id.ts';

describe('ids on a page without a secure context', () => {
  const { crypto } = globalThis;
  beforeEach(() => {
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) });
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('are UUIDs of version 4', () => {
    expect(randomUuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(randomUuid()).not.toBe(randomUuid());
  });

  it('are 128 bits in hex for an intent (R-WIRE-09)', () => {
    expect(randomHex()).toMatch(/^[0-9a-f]{32}$/);
    expect(randomHex()).not.toBe(randomHex());
  });
});
