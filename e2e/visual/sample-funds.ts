import type { AccountDetail, BillingList } from '@candor/contracts/http/account';
import type {
  BankCoin,
  BankWireOption,
  BoundMethod,
  DepositAddressOption,
  DepositRow,
  FundsPage,
  WithdrawClock,
  WithdrawCurrency,
  WithdrawList,
  WithdrawOptions,
  WithdrawRow,
} from '@candor/contracts/http/funds';
import { sampleStatement } from './sample-statement.ts';
import type { Say } from './scene-words.ts';

/** State of the money desk in a scene. */
export type SampleFunds = 'usual' | 'none' | 'unbound' | 'unverified' | 'frozen' | 'watched';

const day = (date: number, hour: number, minute: number, second = 0, month = 10): number =>
  Date.UTC(2025, month, date, hour, minute, second);

const tether = 'TExAMPLEq7vK4d8Jm2RzYx5LbW9cHf3sPg';
const bitcoin = 'bc1qexampleq7vk4d8jm2rzyx5lbw9c9k2f';

function address(id: number, code: string, network: string, text: string, price: string): DepositAddressOption {
  const isWatched = code === 'ETH';
  return {
    id,
    currency_code: code,
    protocol_code: network,
    address: text,
    usd_price: price,
    min: '0',
    is_watched: isWatched,
    confirmations: isWatched ? 12 : 0,
  };
}

const addresses: readonly DepositAddressOption[] = [
  address(1, 'USDT', 'TRC20', tether, '1'),
  address(2, 'USDT', 'ERC20', '0x52908400098527886E0F7030069857D2E4169EE7', '1'),
  address(3, 'BTC', 'Bitcoin', bitcoin, '0.00001092'),
  address(4, 'ETH', 'ERC20', '0x52908400098527886E0F7030069857D2E4169EE7', '0.00033'),
];

const bankCoins: readonly BankCoin[] = [
  { id: 1, name: 'USD' },
  { id: 2, name: 'EUR' },
  { id: 3, name: 'GBP' },
  { id: 4, name: 'HKD' },
];

const wire: BankWireOption = {
  id: 1,
  bank_name: 'Example Bank',
  bank_address: '',
  bank_swift: 'EXMPGB2L',
  payee_name: 'Example Markets Ltd',
  payee_account: 'GB00 EXMP 0000 0012 3456 78',
  bank_remark: 'FX 10482917',
  currency_code: 'USD',
  usd_price: '1',
  min: '0',
};

const deposit = (
  row: Partial<DepositRow> & Pick<DepositRow, 'id' | 'number' | 'status' | 'created_at'>,
): DepositRow => ({
  type: 0,
  currency_code: 'USDT',
  protocol_code: 'TRC20',
  since: row.created_at,
  remark: '',
  usd_number: row.number,
  usd_price: '1',
  confirmations: null,
  tx: '',
  ...row,
});

const deposits: readonly DepositRow[] = [
  deposit({ id: 60_412, number: '1500.00', status: 0, created_at: day(20, 9, 36) }),
  deposit({ id: 59_877, number: '3000.00', status: 1, created_at: day(14, 18, 22) }),
  deposit({
    id: 59_310,
    number: '0.042',
    status: 2,
    created_at: day(9, 11, 5),
    currency_code: 'BTC',
    protocol_code: 'Bitcoin',
    remark: 'The proof image is not readable. Please submit it again.',
  }),
  deposit({ id: 58_664, number: '200.00', status: 3, created_at: day(2, 8, 47), protocol_code: 'ERC20' }),
  deposit({ id: 58_102, number: '5000.00', status: 1, created_at: day(27, 20, 13, 0, 9) }),
];

const watched: readonly DepositRow[] = [
  deposit({
    id: 60_418,
    number: '0.5',
    status: 0,
    created_at: day(20, 9, 30),
    currency_code: 'ETH',
    protocol_code: 'ERC20',
    confirmations: { seen: 5, needed: 12 },
  }),
];

const clock: WithdrawClock = { p90_ms: 5 * 3_600_000 + 20 * 60_000, count: 214 };

const currency = (id: number, code: string, protocol: string, price: string, decimals = 2): WithdrawCurrency => ({
  id,
  code,
  protocol,
  draw_rate: '0.005',
  fee_type: 2,
  usd_price: price,
  decimals,
  min: '10',
  max: '0',
});

const coinCurrencies: readonly WithdrawCurrency[] = [
  currency(1, 'USDT', 'TRC20', '1'),
  currency(3, 'BTC', 'Bitcoin', '0.00001092', 7),
  currency(4, 'ETH', 'ERC20', '0.00033', 7),
];
const bankCurrencies: readonly WithdrawCurrency[] = [
  currency(12, 'EUR', '', '0.8675'),
  { ...currency(11, 'USD', '', '1'), fee_type: 1, draw_rate: '25' },
];

function options(type: number, funds: SampleFunds): WithdrawOptions {
  return {
    data: funds === 'none' ? [] : [...(type === 1 ? coinCurrencies : bankCurrencies)],
    available: '11032.71',
    frozen_until: funds === 'frozen' ? day(21, 9, 41) : null,
    is_verified: funds !== 'unverified',
    hold_hours: 24,
    clock,
  };
}

const method = (row: Partial<BoundMethod> & Pick<BoundMethod, 'id' | 'type' | 'draw_currency'>): BoundMethod => ({
  dc_address: '',
  bank_name: '',
  bank_address: '',
  bank_swift: '',
  payee_name: '',
  payee_account: '',
  created_at: day(12, 10, 0, 0, 9),
  usable_at: day(13, 10, 0, 0, 9),
  ...row,
});

const methods: readonly BoundMethod[] = [
  method({ id: 1, type: 1, dc_address: tether, draw_currency: { id: 1, code: 'USDT', protocol: 'TRC20' } }),
  method({
    id: 2,
    type: 1,
    dc_address: bitcoin,
    draw_currency: { id: 3, code: 'BTC', protocol: 'Bitcoin' },
    created_at: day(20, 9, 12),
    usable_at: day(21, 9, 12),
  }),
  method({
    id: 3,
    type: 2,
    bank_name: 'Example Bank',
    bank_address: '1 Sample Square, Paris',
    bank_swift: 'EXMPFRPP',
    payee_name: 'J. Moreau',
    payee_account: 'FR00 0000 0000 4417',
    draw_currency: { id: 12, code: 'EUR', protocol: '' },
  }),
];

const withdrawal = (
  row: Partial<WithdrawRow> & Pick<WithdrawRow, 'id' | 'number' | 'state' | 'status_name' | 'created_at'>,
): WithdrawRow => ({
  real_number: row.number,
  state_name: row.status_name,
  draw_currency: { code: 'USDT', protocol: 'TRC20' },
  fee: '2.50',
  since: row.created_at,
  type: 1,
  address: 'TExAMPLE…3sPg',
  payee_account: '',
  notes: '',
  remark: '',
  approvals: { given: 0, needed: 1 },
  held_until: null,
  waits_for_market: false,
  can_cancel: false,
  tx: '',
  ...row,
});

const withdrawals = (say: Say): readonly WithdrawRow[] => [
  withdrawal({
    id: 7_102,
    number: '500.00',
    real_number: '497.50',
    state: 'requested',
    status_name: say('withdraw.requestedAt'),
    created_at: day(20, 7, 29),
    held_until: null,
    can_cancel: true,
    notes: 'Rent',
  }),
  withdrawal({
    id: 7_044,
    number: '1200.00',
    state: 'paid',
    status_name: say('withdraw.stepPaid'),
    created_at: day(11, 13, 2),
  }),
  withdrawal({
    id: 6_990,
    number: '250.00',
    state: 'rejected',
    status_name: say('deposit.rejected'),
    created_at: day(3, 16, 48),
    remark: 'The address belongs to an exchange that does not take this network.',
  }),
  withdrawal({
    id: 6_871,
    number: '80.00',
    state: 'cancelled',
    status_name: say('order.cancelled'),
    created_at: day(28, 9, 5, 0, 9),
  }),
];

const entry = (id: number, MemoTran: string, Value: string, Balance: string, CreatedAtTran: number) => ({
  Id: String(id),
  MemoTran,
  Value,
  Balance,
  CreatedAtTran,
  OrderId: null,
});

const billing = (say: Say): BillingList => ({
  data: [
    entry(6, `${say('order.close')} · GBP/USD`, '71.60', '12480.36', day(20, 3, 12, 9)),
    entry(5, `${say('trade.fee')} · GBP/USD`, '-2.80', '12408.76', day(20, 3, 12, 9)),
    entry(4, `${say('order.close')} · USD/JPY`, '46.48', '12411.56', day(20, 1, 40, 33)),
    entry(3, `${say('order.close')} · XAU/USD`, '-147.00', '12365.08', day(19, 21, 5, 12)),
    entry(2, say('withdraw.title'), '-500.00', '12512.08', day(19, 14, 30, 51)),
    entry(1, say('deposit.title'), '3000.00', '13012.08', day(19, 9, 12, 20)),
  ],
  total: 6,
});
const detail: AccountDetail = { balance: '12480.36', lock_balance: '500.00' };

const page = <Row>(data: readonly Row[]): FundsPage<Row> => ({ data: [...data], total: data.length });

/** Returns the money desk's answer; undefined for other calls. */
export function sampleFundsAnswer(pathname: string, query: URLSearchParams, funds: SampleFunds, say: Say): unknown {
  const type = Number(query.get('type'));
  const isNone = funds === 'none';
  switch (pathname) {
    case '/api/quickCharge/info':
      return isNone ? [] : addresses;
    case '/api/quickCharge/symbols':
      return isNone ? [] : bankCoins;
    case '/api/quickCharge/wire_info':
      return [wire];
    case '/api/quickCharge/quick_ist':
      return page(isNone || type === 1 ? [] : funds === 'watched' ? [...watched, ...deposits] : deposits);
    case '/api/account/draw_symbol_list':
      return options(type, funds);
    case '/api/account/draw_list':
      return {
        ...page(isNone ? [] : withdrawals(say)),
        clock: isNone ? { p90_ms: null, count: 3 } : clock,
      } satisfies WithdrawList;
    case '/api/wallet/get_draw_method':
      return isNone || funds === 'unbound' ? [] : methods;
    case '/v1/api/main/accountLog/forexChange':
      return isNone ? page([]) : billing(say);
    case '/v1/api/main/account/forexDetail':
      return detail;
    case '/api/account/statement':
      return sampleStatement(say);
    case '/api/account/draw_cancel':
      return null;
    default:
      return undefined;
  }
}
