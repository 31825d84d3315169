import type { CallInput } from '@candor/contracts/http/calls';
import type { CallName } from '@candor/contracts/http/paths';

/** Placeholder in an example for the order that was placed last on the demo account. */
export const lastOrder = '{order}';

type Examples = { readonly [Name in CallName]?: CallInput<Name> | Record<string, unknown> };

/** Fields of calls that can be tried on a demo account, in the order in which they make sense. */
export const examples: Examples = {
  companyStatus: {},
  basicInfo: {},
  areas: {},
  setting: { key: 'is_show_mobile' },
  instruments: { searchCurrency: 'EUR' },
  categories: {},
  candles: { forex_id: 1, period: '15min', limit: 5 },
  sparkline: { forex_id: 1, period: '15min' },
  user: {},
  placeOrder: { type: 1, cont: '0.01', forex_id: 1, status: 1, multiple: 100 },
  orders: { status: 1, page: 1 },
  setStops: { id: lastOrder, stop_loss_price: '0', target_profit_price: '0' },
  receipts: { id: lastOrder },
  closeOrder: { id: lastOrder },
  tradeNote: { id: lastOrder },
  saveTradeNote: { id: lastOrder, note: 'Waited for the retest.', tags: ['Breakout'], version: 0 },
  balance: {},
  accountDetail: {},
  billing: { page: 1 },
  statement: { from: '2026-01-01', to: '2026-01-31', format: 'json' },
  news: { category_id: 1, page: 1 },
  ranking: { page: 1 },
  preferences: {},
  savePreferences: { theme: 'dark' },
  favourites: {},
  saveFavourites: { ids: [1, 2] },
  chartTemplates: {},
  saveChartTemplates: {
    templates: [
      {
        name: 'Trend',
        is_default: true,
        indicators: [{ kind: 'MA', values: [50], source: 'close', colours: [1], is_hidden: false }],
      },
    ],
    version: 0,
  },
  chartDrawings: {},
  saveChartDrawings: {
    forex_id: 1,
    at: 1_795_184_460_000,
    drawings: [
      { id: 'drawing-1', tool: 'horizontalStraightLine', points: [{ time: 1_795_184_400_000, price: 1.1528 }] },
    ],
  },
  sessions: {},
};
