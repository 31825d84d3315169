import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { User } from '../../../data/user.ts';
import { loadLanguage } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session-store.ts';
import { DealButtons } from '../../../widgets/DealButtons.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import type { Ticket, TicketField } from './ticket-state.ts';
import type { TicketHandle } from './use-ticket.ts';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await loadLanguage('en');
});
afterAll(() => void vi.unstubAllGlobals());

const ticket = {
  side: 'buy',
  mode: 'pending',
  lots: 50,
  leverage: 100,
  target: 110_000,
  stopLoss: null,
  takeProfit: null,
} satisfies Ticket;

function buttonOf(part: Partial<Ticket>, unusable: TicketField | null = null, more: object = {}): string {
  const handle = {
    ticket: { ...ticket, ...part },
    facts: { id: 1, spec: { digits: 5, lotStepE8: 1_000_000 } },
    context: { canDeal: true, sides: { bid: 114_500, ask: 114_510 } },
    unusable,
    size: { max: null, shortfall: null, atStop: null },
    isBusy: false,
    isConfirming: false,
    ...more,
  } as unknown as TicketHandle;
  return renderToStaticMarkup(<SubmitButton handle={handle} onDone={() => undefined} />);
}

test('R-SCR-42 the order button is off and names the field while its figure is missing, unusable or wrong', () => {
  const ready = buttonOf({});
  expect(ready).toContain('Buy 0.50 at 1.10000 or better');
  expect(ready).not.toContain('disabled=""');
  const offs = [
    [buttonOf({}, 'lots'), 'Check: Lots'],
    [buttonOf({}, 'targetPrice'), 'Check: Target price'],
    [buttonOf({ target: null }), 'Please enter the price'],
    [buttonOf({ stopLoss: 120_000 }), 'Check: Stop loss'],
    [buttonOf({ takeProfit: 100_000 }), 'Check: Take profit'],
  ] as const;
  for (const [html, reason] of offs) {
    expect(html).toContain(reason);
    expect(html).toContain('disabled=""');
    expect(html).not.toContain('1.10000');
  }
});

test('R-WIRE-17 the button checks an order without an answer, also without a connection and with an unusable figure', () => {
  const unanswered = { isUnanswered: true, context: { canDeal: false, sides: null } };
  const html = buttonOf({}, 'lots', unanswered);
  expect(html).toContain('Check order');
  expect(html).not.toContain('disabled=""');
  expect(html).not.toContain('1.10000');
});

test('R-SCR-27 the button of an order that the account does not carry is off, beside the largest one that it carries', () => {
  const shortfall = { needed: 5_858_350_000n, available: 4_386_540_000n };
  const spec = { digits: 5, lotStepE8: 1_000_000, lotsMin: 1, lotsMax: 5_000 };
  const withMax = (max: number) =>
    buttonOf({}, null, { size: { max, shortfall, atStop: null }, facts: { id: 1, spec } });
  const tooLarge = withMax(374);
  expect(tooLarge).toContain('Not enough available');
  expect(tooLarge).toContain('disabled=""');
  expect(tooLarge).toContain('Use max 3.74');
  expect(withMax(0)).not.toContain('Use max');
  expect(buttonOf({})).not.toContain('Use max');
});

test('R-ORD-04 the button of a pending order names what the order waits for, by its side and target price', () => {
  const sell = { side: 'sell' } as const;
  expect(buttonOf({})).toContain('Buy 0.50 at 1.10000 or better');
  expect(buttonOf({ target: 116_000 })).toContain('Buy 0.50 once at 1.16000');
  expect(buttonOf({ ...sell, target: 116_000 })).toContain('Sell 0.50 at 1.16000 or better');
  expect(buttonOf(sell)).toContain('Sell 0.50 once at 1.10000');
});

test('R-SCR-94 the keys that place an order say "Demo" on a demo account only', () => {
  const facts = { id: 1, spec: { digits: 5, lotStepE8: 1_000_000 } } as unknown as TicketHandle['facts'];
  const demoMarks = (isDemo: boolean) => {
    // Rendered outside a page, a component reads the state that the store began with.
    Object.assign(useSession.getInitialState(), { user: { isDemo } as User });
    const keys = renderToStaticMarkup(<DealButtons facts={facts} isOff={false} onSide={() => undefined} />);
    const all = [keys, buttonOf({}), buttonOf({ mode: 'market' })];
    return all.map((html) => html.match(/>Demo</g)?.length ?? 0);
  };
  expect(demoMarks(true)).toEqual([2, 1, 1]);
  expect(demoMarks(false)).toEqual([0, 0, 0]);
});
