import type { ReceiptFields } from '@candor/contracts/http/receipts';
import type { Order, OrderList } from '@candor/contracts/http/trade';
import type { Page } from 'playwright-core';
import { sampleOrders } from './sample-account.ts';
import { boardNow } from './sample-market.ts';
import { sampleReceiptKeys, sampleReceipts } from './sample-receipts.ts';
import type { Play } from './scene-steps.ts';
import { seen } from './scene-steps.ts';

const held = sampleOrders('trader', '1', '1').data[0] as Order;

/** Order as it is filled: a tenth of a pip better than the board's ask, without stops. */
const filled: Order = {
  ...held,
  Id: 8_204_317,
  Price: '1.15294',
  OriginPrice: '1.15294',
  CautionMoney: '576.470000',
  TargetLossPrice: '0',
  TargetProfitPrice: '0',
  CreateTimeHandler: boardNow - 118,
  OpenTime: boardNow - 118,
  ReceiptIds: ['8204317-open'],
};

/** The same order closed at the board's bid, two hours after its opening. */
const closed: Order = {
  ...held,
  Status: 3,
  UpdatePrice: '1.15283',
  FactProfits: '124.500000',
  CreateTimeHandler: boardNow - 7_560_000,
  OpenTime: boardNow - 7_560_000,
  CloseTime: boardNow,
  CloseReason: 'user',
  ReceiptIds: [`${held.Id}-open`, `${held.Id}-close`],
  Costs: {
    Move: '127.750000',
    Spread: '3.250000',
    Conversion: '0.000000',
    Net: '121.000000',
    OpenBid: '1.15027',
    OpenAsk: '1.15034',
    CloseBid: '1.15283',
    CloseAsk: '1.15289',
  },
};

const ledger = [
  { Id: '9-1', Value: '124.500000', MemoTran: '', CreatedAtTran: boardNow, OrderId: held.Id, Balance: '12604.86' },
  {
    Id: '8-1',
    Value: '-3.500000',
    MemoTran: '',
    CreatedAtTran: boardNow - 7_560_000,
    OrderId: held.Id,
    Balance: '12480.36',
  },
];

async function answerWith(page: Page, call: 'submit' | 'close', order: Order): Promise<void> {
  const answers = {
    [`**/v1/api/forex/${call}`]: order,
    '**/v1/api/forex/receipts*': sampleReceipts(order),
    '**/v1/api/main/accountLog/forexChange*': { data: ledger, total: ledger.length },
  };
  for (const [path, data] of Object.entries(answers))
    await page.route(path, (route) => route.fulfill({ json: { code: 1, msg: '', data } }), { times: 1 });
  await page.route('**/.well-known/candor-receipt-keys.json', (route) => route.fulfill({ json: sampleReceiptKeys }), {
    times: 1,
  });
}

const verified = (page: Page) => seen(page.locator('[data-testid=receipt-line][data-check=verified]'));

/** Places the order of the open ticket and waits for its card. */
export const confirmOrder: Play = async (page) => {
  await answerWith(page, 'submit', filled);
  await page.getByTestId('order-submit').click();
  await seen(page.getByTestId('no-stop'));
  await verified(page);
};

/** Closes the order of the open dialog and waits for the card of its result. */
export const confirmClose: Play = async (page) => {
  await answerWith(page, 'close', closed);
  await page.getByRole('alertdialog').locator('button').last().click();
  await seen(page.getByTestId('result-card'));
  await verified(page);
};

/** Order that a stop-out closed, with the account of the board at that quote. */
const stoppedOut: Order = {
  ...held,
  Id: 8_201_977,
  ForexTradeLists: { ShowCode: 'XAU/USD' },
  Quantity: '0.10',
  Status: 3,
  Price: '4078.60',
  UpdatePrice: '4049.80',
  FactProfits: '-288.000000',
  CautionMoney: '407.860000',
  Swap: '-6.333334',
  TradeFee: '0.700000',
  CreateTimeHandler: Date.UTC(2025, 10, 12, 15),
  OpenTime: Date.UTC(2025, 10, 12, 15),
  CloseTime: Date.UTC(2025, 10, 12, 15, 41, 33),
  CloseReason: 'stop_out',
  ReceiptIds: ['8201977-open', '8201977-close'],
};

const inDollars = { from: 'USD', to: 'USD', numerator: '1', denominator: '1', pair: null };
const quoteOf = (seq: number, bid: string, ask: string) => ({
  source: 'recorded',
  seq,
  bid,
  ask,
  time: Date.UTC(2025, 10, 12, 15, 41, 33),
});
const heldLong = { side: 'buy', lots: '0.10', rate: inDollars, swap: '0.000000', closable: true } as const;
const gold = {
  ...heldLong,
  swap: '-6.333334',
  order: 8_201_977,
  instrument: 'XAUUSD',
  unitsPerLot: '100',
  openPrice: '4078.60',
};
const euro = { ...heldLong, order: 8_201_980, instrument: 'EURUSD', unitsPerLot: '100000', openPrice: '1.15900' };

const tuesday = Date.UTC(2025, 10, 11, 22);
/** A night of the position, charged under the catalogue, and the sum after it. */
const night = (roll: number, nights: number, amount: string, total: string) =>
  ({
    kind: 'night',
    roll,
    terms: null,
    catalogue: 1,
    tripleDay: 3,
    nights,
    points: '-38.00',
    lots: '0.10',
    digits: 2,
    unitsPerLot: '100',
    rate: inDollars,
    amount,
    total,
  }) as const;

const closeOfStopOut: Partial<ReceiptFields> = {
  version: 'candor-receipt-4',
  rules: { instrument: 41, policy: 3, terms: null, catalogue: 1 },
  swaps: {
    opened: tuesday - 90_000_000,
    lots: '0.10',
    whole: true,
    steps: [
      night(tuesday - 86_400_000, 1, '-3.800000', '-3.800000'),
      { kind: 'part', receipt: '8201970-close', lots: '0.05', amount: '-1.266666', total: '-2.533334' },
      night(tuesday, 1, '-3.800000', '-6.333334'),
    ],
  },
  rule: 'stop-out',
  time: Date.UTC(2025, 10, 12, 15, 41, 33),
  asked: null,
  reason: {
    kind: 'stop-out',
    balance: '600.000000',
    stopOutPercent: 50,
    positions: [
      { ...gold, margin: '407.860000', quote: quoteOf(47_993_018, '4049.80', '4050.07') },
      { ...euro, margin: '115.900000', quote: quoteOf(47_993_011, '1.15370', '1.15377') },
    ],
  },
};

/** Shows the receipts of the order behind its story: its swap nights and the rules that decided it. */
export const askNights: Play = async (page, server, say) => {
  await askWhy(page, server, say);
  await page.getByTestId('order-receipt').last().click();
  await seen(page.getByTestId('receipt-nights'));
  await page.getByTestId('receipt-nights').scrollIntoViewIfNeeded();
};

/** Shows, from the history, why an order was closed. */
export const askWhy: Play = async (page, _server, say) => {
  const list: OrderList = { ...sampleOrders('trader', '3', '1'), data: [stoppedOut], total: 1 };
  await page.route('**/v1/api/forex/my_deal?status=3*', (route) =>
    route.fulfill({ json: { code: 1, msg: '', data: list } }),
  );
  const receipts = sampleReceipts(stoppedOut, closeOfStopOut);
  await page.route('**/v1/api/forex/receipts*', (route) =>
    route.fulfill({ json: { code: 1, msg: '', data: receipts } }),
  );
  await page.route('**/.well-known/candor-receipt-keys.json', (route) => route.fulfill({ json: sampleReceiptKeys }));
  await page.getByRole('tab', { name: say('order.history') }).click();
  await page.locator(`[data-testid=order-row][data-id="${stoppedOut.Id}"]`).click();
  await page.getByTestId('order-why').click();
  await seen(page.getByTestId('stop-out-story'));
  await verified(page);
};

/** Shows the page of proofs with the receipts of the sample orders verified; the samples have no public log. */
export const checkProofs: Play = async (page, _server, say) => {
  const listOf = (status: string): OrderList => {
    const list = sampleOrders('trader', status, '1');
    return { ...list, data: list.data.map((order) => ({ ...order, ReceiptIds: [`${order.Id}-open`] })) };
  };
  const orders = ['1', '3'].flatMap((status) => listOf(status).data);
  await page.route('**/v1/api/forex/my_deal*', (route) => {
    const data = listOf(new URL(route.request().url()).searchParams.get('status') ?? '1');
    return route.fulfill({ json: { code: 1, msg: '', data } });
  });
  await page.route('**/v1/api/forex/receipts*', (route) => {
    const id = Number(new URL(route.request().url()).searchParams.get('id'));
    const data = orders.filter((order) => order.Id === id).flatMap((order) => sampleReceipts(order));
    return route.fulfill({ json: { code: 1, msg: '', data } });
  });
  await page.route('**/.well-known/candor-receipt-keys.json', (route) => route.fulfill({ json: sampleReceiptKeys }));
  await page.route('**/log/*', (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await seen(page.locator('[data-testid=proof-receipts][data-state=verified]'));
  await seen(page.getByText(say('proof.counted')));
};
