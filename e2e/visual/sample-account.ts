import type { BasicInfo } from '@candor/contracts/http/company';
import type { User } from '@candor/contracts/http/identity';
import type { Order, OrderList } from '@candor/contracts/http/trade';
import { languageCodes } from '@candor/contracts/languages';
import type { ForexTradeLine } from '@candor/contracts/ws/messages';
import { instrumentNamed } from './sample-market.ts';

/** The design board's two users: one with a real account, one with a demo account. */
export const sampleUsers = {
  real: sampleUser({ id: 1, uid: '10482917', email: 'j.moreau@mail.com', is_demo: 0 }),
  demo: sampleUser({ id: 2, uid: 'D-4408217', email: '', is_demo: 1 }),
} as const;

function sampleUser(user: Pick<User, 'id' | 'uid' | 'email' | 'is_demo'>): User {
  return { ...user, mobile: '', credit_score: 92, level: 3, invite_code: '7K2Q9M', currency: 'USD' };
}

export const sampleBasicInfo: BasicInfo = {
  service_link: '',
  service_link_type: 0,
  verify_reg_type: 'email',
  reg_types: ['email', 'mobile'],
  verify_type: 1,
  trade_fee_type: 1,
  margin_call_level: '200.00',
  stop_out_level: '125.00',
  demo_balance: '50000.000000',
  brand: { name: 'Candor', logo: '', accents: null },
  languages: languageCodes,
  profile: {
    id: 'international',
    version: 1,
    leverage_caps: {},
    negative_balance_protection: true,
    invitation_rewards: true,
  },
  blocked_countries: [],
  risk_warning: { key: 'cfd', loss_percent: null },
};

const day20 = (hour: number, minute: number, second = 0) => Date.UTC(2025, 10, 20, hour + 5, minute, second);
const day19 = (hour: number, minute: number) => Date.UTC(2025, 10, 19, hour + 5, minute);
const day18 = (hour: number, minute: number) => Date.UTC(2025, 10, 18, hour + 5, minute);

type OrderFacts = Pick<Order, 'Price' | 'UpdatePrice' | 'FactProfits'> & Partial<Order>;

/** Returns an order from the board's words, e.g. "EUR/USD Buy 0.50". */
function order(id: number, words: string, facts: OrderFacts): Order {
  const [code = '', side, lots = ''] = words.split(' ');
  const opened = facts.CreateTimeHandler ?? day20(4, 17, 52);
  return {
    Id: id,
    ForexId: instrumentNamed(code).Id,
    ForexTradeLists: { ShowCode: code },
    Status: 1,
    Kind: 'market',
    OrderType: side === 'Buy' ? 1 : 2,
    Quantity: lots,
    Multiple: 100,
    OriginPrice: facts.Price,
    CautionMoney: '0.000000',
    TradeFee: (Number(lots) * 7).toFixed(6),
    Swap: '0.000000',
    TargetLossPrice: '0',
    TargetProfitPrice: '0',
    CreateTimeHandler: opened,
    OpenTime: opened,
    CloseTime: null,
    ExpireTime: null,
    CloseReason: null,
    ReceiptIds: [],
    ...facts,
  };
}

const holding: Order[] = [
  order(8_204_316, 'EUR/USD Buy 0.50', {
    Price: '1.15034',
    UpdatePrice: '1.15283',
    FactProfits: '124.500000',
    CautionMoney: '575.170000',
    TargetLossPrice: '1.14850',
    TargetProfitPrice: '1.15480',
  }),
  order(8_204_102, 'USD/JPY Sell 0.30', {
    Price: '157.842',
    UpdatePrice: '157.418',
    FactProfits: '80.803974',
    CautionMoney: '300.000000',
    TargetLossPrice: '158.300',
    TargetProfitPrice: '156.600',
  }),
  order(8_203_955, 'XAU/USD Buy 0.10', {
    Price: '4078.60',
    UpdatePrice: '4071.35',
    FactProfits: '-72.500000',
    CautionMoney: '407.860000',
  }),
  order(8_203_877, 'GBP/USD Sell 0.20', {
    Price: '1.30512',
    UpdatePrice: '1.30694',
    FactProfits: '-36.400000',
    CautionMoney: '261.024000',
    TargetLossPrice: '1.31200',
  }),
];

const limit = { Status: 0, Kind: 'limit', FactProfits: '0.000000', OpenTime: null } as const;

const pending: Order[] = [
  order(8_204_290, 'EUR/USD Buy 0.50', {
    ...limit,
    Price: '1.14600',
    UpdatePrice: '1.15283',
    CautionMoney: '573.000000',
    TargetLossPrice: '1.14200',
    CreateTimeHandler: day20(3, 58),
  }),
  order(8_203_640, 'XAU/USD Sell 0.20', {
    ...limit,
    Price: '4105.00',
    UpdatePrice: '4071.35',
    CautionMoney: '821.000000',
    TargetLossPrice: '4120.00',
    TargetProfitPrice: '4060.00',
    CreateTimeHandler: day19(22, 14),
  }),
];

function closed(id: number, words: string, prices: [from: string, to: string], profit: string, at: number): Order {
  const [Price, UpdatePrice] = prices;
  const facts = { Price, UpdatePrice, FactProfits: profit, CreateTimeHandler: at - 3_600_000, CloseTime: at };
  return order(id, words, { ...facts, Status: 3, CloseReason: 'user' });
}

const history: Order[] = [
  closed(8_202_911, 'GBP/USD Sell 0.40', ['1.30921', '1.30742'], '71.600000', day20(3, 12)),
  closed(8_202_870, 'USD/JPY Buy 0.20', ['157.120', '157.486'], '46.480000', day20(1, 40)),
  {
    ...closed(8_202_702, 'EUR/USD Buy 0.30', ['1.14902', '1.15216'], '94.200000', day20(0, 26)),
    OpenTime: day19(17, 10),
    TargetLossPrice: '1.14880',
    TargetProfitPrice: '1.15330',
  },
  closed(8_201_655, 'XAU/USD Sell 0.10', ['4066.20', '4080.90'], '-147.000000', day19(21, 5)),
  closed(8_201_408, 'US500 Buy 0.20', ['6628.4', '6642.6'], '28.400000', day19(17, 48)),
  {
    ...closed(8_200_036, 'AUD/USD Buy 0.50', ['0.64388', '0.64516'], '64.000000', day18(15, 30)),
    Costs: {
      Move: '70.500000',
      Spread: '6.500000',
      Conversion: '0.000000',
      Net: '60.500000',
      OpenBid: '0.64374',
      OpenAsk: '0.64388',
      CloseBid: '0.64516',
      CloseAsk: '0.64528',
    },
  },
];

type Figures = Omit<OrderList, 'data' | 'total'>;

const figuresOfTrader: Figures = {
  all_fact_profits: '96.403974',
  balance: '12480.360000',
  equity: '12576.763974',
  margin: '1544.054000',
  free_margin: '11032.709974',
  margin_level: '814.53',
  risk_rate: '12.28',
  orders_stamp: 'six orders',
};

function figuresWithoutOrders(balance: string): Figures {
  return {
    all_fact_profits: '0.000000',
    balance,
    equity: balance,
    margin: '0.000000',
    free_margin: balance,
    margin_level: null,
    risk_rate: '0.00',
    orders_stamp: 'no orders',
  };
}

export type SampleAccount = 'trader' | 'trader-without-orders' | 'demo';

const figures: Readonly<Record<SampleAccount, Figures>> = {
  trader: figuresOfTrader,
  'trader-without-orders': figuresWithoutOrders('12480.360000'),
  demo: figuresWithoutOrders('50000.000000'),
};

/** Returns one page of `my_deal`. The board counts 86 past orders and shows six. */
export function sampleOrders(account: SampleAccount, status: string, page: string): OrderList {
  if (account !== 'trader' || page !== '1') return { data: [], total: 0, ...figures[account] };
  if (status === '0') return { data: pending, total: pending.length, ...figuresOfTrader, all_fact_profits: '0.000000' };
  if (status === '3') return { data: history, total: 86, ...figuresOfTrader, all_fact_profits: '1284.090000' };
  return { data: holding, total: holding.length, ...figuresOfTrader };
}

export function sampleTradeLine(account: SampleAccount): ForexTradeLine {
  const known = figures[account];
  return {
    ProfitsTotal: known.all_fact_profits,
    HazardRate: known.risk_rate,
    CautionMoneyAll: known.margin,
    Balance: known.balance,
    Equity: known.equity,
    FreeMargin: known.free_margin,
    MarginLevel: known.margin_level,
    TransOrder:
      account === 'trader' ? holding.map(({ Id, UpdatePrice, FactProfits }) => ({ Id, UpdatePrice, FactProfits })) : [],
    OrdersStamp: known.orders_stamp,
  };
}
