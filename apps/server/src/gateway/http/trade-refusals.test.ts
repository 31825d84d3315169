import type { CodeName } from '@candor/contracts/codes';
import { commonRefusals } from '@candor/contracts/http/call';
import { tradeCalls } from '@candor/contracts/http/trade';
import type { Refusal } from '@candor/domain/engine/refusal';
import { expect, test } from 'vitest';
import { refusalLists } from '../../../../../testkit/refusal-lists.ts';
import { codeNames } from './to-command.ts';

type TradeCall = Exclude<keyof typeof tradeCalls, 'orders'>;

/** Command of each call, and the refusals that the gateway gives before the engine decides. */
const decidedBy: Readonly<Record<TradeCall, readonly [keyof typeof refusalLists, ...CodeName[]]>> = {
  placeOrder: ['PlaceOrder', 'idempotencyConflict', 'targetPriceRequired', 'lotsOffStep'],
  setStops: ['AmendStops', 'idempotencyConflict'],
  closeOrder: ['CloseOrder', 'idempotencyConflict', 'lotsOffStep'],
  cancelOrder: ['CancelOrder', 'idempotencyConflict'],
  resetDemo: ['ResetDemo', 'idempotencyConflict'],
};

/** Returns the difference between the refusals that a call declares and those that engine and gateway can give. */
function differences(name: TradeCall, declared: readonly CodeName[]): string[] {
  const [command, ...ofGateway] = decidedBy[name];
  const rules: readonly { readonly code: Refusal }[] = refusalLists[command];
  const common = commonRefusals(tradeCalls[name]);
  const given = new Set(
    [...rules.map(({ code }) => codeNames[code]), ...ofGateway].filter((one) => !common.includes(one)),
  );
  return [
    ...declared.filter((one) => !given.has(one)).map((one) => `${one} is never given`),
    ...[...given].filter((one) => !declared.includes(one)).map((one) => `${one} is not declared`),
  ];
}

test.each(Object.keys(decidedBy) as TradeCall[])(
  'R-ORD-18 %s declares the refusals of its command and of the gateway, no others',
  (name) => {
    const { refusals } = tradeCalls[name];
    expect(differences(name, refusals)).toEqual([]);
    expect(new Set(refusals).size).toBe(refusals.length);
  },
);

test('a refusal that is never given and one that is not declared are found', () => {
  expect(differences('cancelOrder', ['idempotencyConflict', 'orderNotFound', 'noPrice'])).toEqual([
    'noPrice is never given',
    'orderNotPending is not declared',
  ]);
});
