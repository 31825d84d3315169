import type { Topic } from '../packages/contracts/src/ws/messages.ts';

/** A user with data that no other user may read or change. */
export interface Victim {
  readonly orders: { readonly open: number; readonly pending: number; readonly closed: number };
  readonly alert: number;
  readonly clientId: string;
  /** The user's data of the money desk. */
  readonly funds: {
    readonly deposit: number;
    readonly withdrawal: number;
    readonly method: number;
    readonly option: number;
    readonly payout: number;
    readonly picture: string;
    readonly clientId: string;
  };
  /** Texts that identify the user in any answer. */
  readonly marks: readonly string[];
}

interface Coverage {
  /** Callers that the route accepts: everyone, or a session only. */
  readonly reach: 'anybody' | 'session';
  /** Fields of an intruder's call, with the victim's ids. */
  readonly fields?: (victim: Victim) => object;
  /** True if the victim's own call must contain a mark, which proves that the search for marks works. */
  readonly showsOwn?: boolean;
  /** Victim of the route: by default a trader on a demo account; `payer` is a user with deposits and withdrawals. */
  readonly of?: 'payer';
}

const anybody: Coverage = { reach: 'anybody' };
const order = { type: 1, cont: '0.01', forex_id: 1, status: 1, multiple: 100 };

const newPassword = { new_password: 'a new password', auth_code: '123456' };
const registration = (inviteCode: string) => ({
  account: 'intruder@example.com',
  password: 'a new password',
  re_password: 'a new password',
  invite_code: inviteCode,
  sms_code: '123456',
});

/** Returns coverage of a state-changing call that is served on GET and POST. */
function bothWays(path: string, coverage: Coverage): Record<string, Coverage> {
  return { [`GET ${path}`]: coverage, [`POST ${path}`]: coverage };
}

/**
 * Every route with its intruder test. A route missing here fails the test: add its callers and the victim's ids that an
 * intruder would use. Calls of the operators' API are covered from their descriptions.
 */
export const coveredRoutes: Readonly<Record<string, Coverage>> = {
  'GET /healthz': anybody,
  'GET /readyz': anybody,
  'GET /metrics': anybody,
  'GET /manifest.json': anybody,
  'GET /.well-known/candor-receipt-keys.json': anybody,
  'GET /log/key': anybody,
  'GET /log/checkpoint': anybody,
  'GET /log/tile/*': anybody,
  'GET /log': anybody,
  'GET /log/': anybody,
  'GET /log/*': anybody,
  'GET /verify': anybody,
  'GET /verify/SHA256SUMS': anybody,
  'GET /status': anybody,
  'GET /status.json': anybody,
  'GET /statistics': anybody,
  'GET /statistics.json': anybody,
  'GET /statistics/:file': anybody,
  'GET /docs/api': anybody,
  'GET /docs/api/openapi.json': anybody,
  'GET /docs/api/asyncapi.json': anybody,
  'GET /api/basicSet/getBasicInfo': anybody,
  'GET /api/company/complaint_email': anybody,
  'GET /api/company/getCompany': anybody,
  'GET /api/company/getCompanyStatus': anybody,
  'GET /api/default/area_list': anybody,
  'GET /api/default/setting': { reach: 'anybody', fields: () => ({ key: 'is_show_mobile' }) },
  'GET /v1/api/forex/trade_list': anybody,
  'GET /v1/api/forex/getCategories': anybody,
  'GET /v1/api/forex/kline': { reach: 'anybody', fields: () => ({ forex_id: 1, period: '1min' }) },
  'GET /v1/api/forex/abbreviated_cache_kline': { reach: 'anybody', fields: () => ({ forex_id: 1, period: '1min' }) },
  ...bothWays('/api/user/createAccountDemoForU', {
    reach: 'anybody',
    fields: () => ({ demo_id: '00000000-0000-4000-8000-00000000000a' }),
  }),
  'GET /api/default/captcha': anybody,
  'POST /api/notify/send_email': { reach: 'anybody', fields: () => ({ to: 'intruder@example.com', type: 2 }) },
  'POST /api/notify/send_sms': { reach: 'anybody', fields: () => ({ to: '+33612345678', type: 2 }) },
  'POST /api/user/register': { reach: 'anybody', fields: ({ marks }) => registration(marks[1] ?? '') },
  'POST /api/user/loginForU': {
    reach: 'anybody',
    fields: () => ({ account: 'intruder@example.com', password: 'no such password' }),
  },
  'POST /api/user/forget_password': {
    reach: 'anybody',
    fields: () => ({ ...newPassword, account: 'intruder@example.com', secondary_password: newPassword.new_password }),
  },
  'POST /api/user/second_factor': { reach: 'anybody', fields: () => ({ ticket: 'x'.repeat(43), code: '123456' }) },
  'POST /api/user/amend_password': { reach: 'session', fields: () => ({ ...newPassword, old_password: 'unknown' }) },
  'GET /api/user/sessions': { reach: 'session' },
  'POST /api/user/session_end': {
    reach: 'session',
    fields: () => ({ id: '00000000-0000-4000-8000-00000000000a' }),
  },
  'POST /api/user/sessions_end_others': { reach: 'session' },
  'GET /api/user/second_factor': { reach: 'session' },
  'POST /api/user/step_up': { reach: 'session', fields: () => ({ password: 'no such password' }) },
  'POST /api/user/totp_begin': { reach: 'session' },
  'POST /api/user/totp_confirm': { reach: 'session', fields: () => ({ code: '123456' }) },
  'POST /api/user/totp_remove': { reach: 'session' },
  'POST /api/user/passkey_begin': { reach: 'session' },
  'POST /api/user/passkey_finish': { reach: 'session', fields: () => ({ name: '', passkey: {} }) },
  'POST /api/user/passkey_remove': { reach: 'session', fields: () => ({ id: 'x' }) },
  'POST /api/user/recovery_renew': { reach: 'session' },
  'GET /api/account/liability_proof': { reach: 'session' },
  'GET /api/user/info': { reach: 'session', showsOwn: true },
  'GET /api/follow/list': anybody,
  'GET /api/news/list': { reach: 'anybody', fields: () => ({ category_id: 2 }) },
  'GET /api/calendar': { reach: 'anybody', fields: () => ({ from: 0, until: 86_400_000 }) },
  'GET /api/news/info': { reach: 'anybody', fields: () => ({ id: 0 }) },
  'POST /api/news/read': { reach: 'session', fields: () => ({ ids: [0] }) },
  'GET /api/user/preferences': { reach: 'session' },
  'POST /api/user/preferences': { reach: 'session', fields: () => ({ theme: 'dark' }) },
  'GET /api/user/favourites': { reach: 'session' },
  'POST /api/user/favourites': { reach: 'session', fields: () => ({ ids: [1] }) },
  'GET /api/user/chart_templates': { reach: 'session' },
  'POST /api/user/chart_templates': { reach: 'session', fields: () => ({ templates: [], version: 0 }) },
  'GET /api/user/chart_drawings': { reach: 'session' },
  'POST /api/user/chart_drawings': { reach: 'session', fields: () => ({ forex_id: 1, at: 0, drawings: [] }) },
  'POST /api/common/image_upload': { reach: 'session' },
  'GET /take-back/*': anybody,
  'POST /take-back/*': anybody,
  'GET /files/*': anybody,
  'GET /api/user_real/center': { reach: 'session' },
  'POST /api/user_real/real_name': {
    reach: 'session',
    fields: () => ({
      name: 'Somebody Else',
      card_id: 'X1234567',
      front_pic: 'f'.repeat(32),
      reverse_pic: 'f'.repeat(32),
    }),
  },
  'GET /api/invite/info': { reach: 'session' },
  'POST /api/console/login': {
    reach: 'anybody',
    fields: () => ({ email: 'intruder@example.com', password: 'no such password' }),
  },
  'POST /api/console/invitation': {
    reach: 'anybody',
    fields: () => ({ token: 'no such invitation', new_password: 'nine quiet harbours' }),
  },
  'GET /api/console/openapi.json': { reach: 'session' },
  'POST /api/user/logout': { reach: 'session' },
  ...bothWays('/v1/api/forex/submit', {
    reach: 'session',
    fields: ({ clientId }) => ({ ...order, client_id: clientId }),
  }),
  ...bothWays('/v1/api/forex/close', { reach: 'session', fields: ({ orders }) => ({ id: orders.open }) }),
  'GET /v1/api/forex/trade_note': { reach: 'session', fields: ({ orders }) => ({ id: orders.open }) },
  'POST /v1/api/forex/trade_note': {
    reach: 'session',
    fields: ({ orders }) => ({ id: orders.open, note: 'x', tags: [], version: 0 }),
  },
  'GET /v1/api/forex/orders_file': { reach: 'session' },
  'POST /v1/api/forex/close_all': { reach: 'session', fields: () => ({ which: 0 }) },
  'POST /v1/api/forex/reverse': { reach: 'session', fields: ({ orders }) => ({ id: orders.open }) },
  'POST /v1/api/forex/break_even': { reach: 'session', fields: ({ orders }) => ({ id: orders.open }) },
  'POST /v1/api/forex/amend_order': {
    reach: 'session',
    fields: ({ orders }) => ({ id: orders.pending, target_price: '1.00000' }),
  },
  'POST /v1/api/forex/link_orders': {
    reach: 'session',
    fields: ({ orders }) => ({ id: orders.pending, other_id: 0 }),
  },
  ...bothWays('/v1/api/forex/cancel_trade', { reach: 'session', fields: ({ orders }) => ({ id: orders.pending }) }),
  ...bothWays('/v1/api/forex/set_stop_price', {
    reach: 'session',
    fields: ({ orders }) => ({ id: orders.open, stop_loss_price: '1.10000', target_profit_price: '0' }),
  }),
  'GET /v1/api/notice/list': { reach: 'session' },
  'GET /v1/api/notice/unread': { reach: 'session' },
  'POST /v1/api/notice/read': { reach: 'session', fields: () => ({ until: 9_999_999_999_999 }) },
  'GET /v1/api/notice/ways': { reach: 'session' },
  'POST /v1/api/notice/save_ways': { reach: 'session', fields: () => ({ amounts: true }) },
  'GET /v1/api/push/key': { reach: 'session' },
  'POST /v1/api/push/add': {
    reach: 'session',
    fields: () => ({ endpoint: 'https://fcm.googleapis.com/x', p256dh: 'x', auth: 'x' }),
  },
  'POST /v1/api/push/remove': { reach: 'session', fields: () => ({ endpoint: 'https://fcm.googleapis.com/x' }) },
  'GET /v1/api/alert/list': { reach: 'session', showsOwn: true },
  'POST /v1/api/alert/set': {
    reach: 'session',
    fields: ({ clientId }) => ({ forex_id: 1, side: 'bid', when: 'above', price: '2.5', client_id: clientId }),
  },
  'POST /v1/api/alert/remove': { reach: 'session', fields: ({ alert }) => ({ id: alert }) },
  ...bothWays('/v1/api/main/user/resetForexDemoAccount', { reach: 'session' }),
  'GET /v1/api/forex/my_deal': { reach: 'session', fields: () => ({ status: 1 }), showsOwn: true },
  'GET /v1/api/forex/command': {
    reach: 'session',
    fields: ({ clientId }) => ({ client_id: clientId }),
    showsOwn: true,
  },
  'GET /v1/api/forex/receipts': { reach: 'session', fields: ({ orders }) => ({ id: orders.closed }), showsOwn: true },
  'GET /v1/api/main/account/forexDetail': { reach: 'session' },
  'GET /v1/api/main/wallet/getBalance': { reach: 'session' },
  'GET /v1/api/main/accountLog/forexChange': { reach: 'session', showsOwn: true },
  'GET /v1/api/forex/journal': { reach: 'session' },
  'GET /api/account/statement': {
    reach: 'session',
    fields: () => ({ from: '2026-01-01', to: '2026-12-31', format: 'json' }),
    showsOwn: true,
  },
  'GET /api/user/own_data': { reach: 'session', showsOwn: true },
  'POST /api/user/close_account': { reach: 'session', fields: ({ clientId }) => ({ client_id: clientId }) },
  ...moneyRoutes(),
};

/** Routes of deposits and withdrawals: an intruder uses the payer's option, picture, method and requests. */
function moneyRoutes(): Record<string, Coverage> {
  const own = { reach: 'session', of: 'payer', showsOwn: true } as const;
  const report = ({ funds }: Victim) => ({ number: '50', proofImg: funds.picture, client_id: funds.clientId });
  return {
    'GET /api/quickCharge/info': own,
    'GET /api/quickCharge/symbols': { reach: 'session' },
    'GET /api/quickCharge/wire_info': { reach: 'session', fields: ({ funds }) => ({ bank_coin: funds.option }) },
    ...bothWays('/api/quickCharge/submit', {
      reach: 'session',
      fields: (victim) => ({ ...report(victim), address: 'address of the payer', charge_id: victim.funds.option }),
    }),
    ...bothWays('/api/quickCharge/wire_submit', {
      reach: 'session',
      fields: (victim) => ({ ...report(victim), wire_id: victim.funds.option }),
    }),
    'GET /api/quickCharge/quick_ist': own,
    // The hook accepts every caller and checks the provider's signature.
    'POST /api/hooks/payments/:provider': {
      ...anybody,
      fields: ({ funds }) => ({ id: 'event', payment: funds.clientId }),
    },
    'GET /api/account/draw_symbol_list': { reach: 'session', fields: () => ({ type: 1 }) },
    'POST /api/account/draw': {
      reach: 'session',
      fields: ({ funds }) => ({ draw_currency_id: funds.payout, draw_method_id: funds.method, number: '20' }),
    },
    'POST /api/account/draw_cancel': { reach: 'session', fields: ({ funds }) => ({ id: funds.withdrawal }) },
    'GET /api/account/draw_list': own,
    'GET /api/wallet/get_draw_method': { ...own, fields: ({ funds }) => ({ draw_id: funds.payout }) },
    'POST /api/wallet/bind_draw_method': {
      reach: 'session',
      fields: ({ funds }) => ({ draw_id: funds.payout, type: 1, client_id: funds.clientId }),
    },
    'POST /api/wallet/del_draw_method': { reach: 'session', fields: ({ funds }) => ({ id: funds.method }) },
  };
}

/** Every topic of the socket with the callers it accepts. */
export const coveredTopics: Readonly<
  Record<Topic['topic'], { readonly ask: object; readonly reach: Coverage['reach'] }>
> = {
  DAY_MARKET: { ask: {}, reach: 'anybody' },
  KLINE: { ask: { forex_id: 1, period: '1min' }, reach: 'anybody' },
  FOREX_TRADE: { ask: {}, reach: 'session' },
  FOREX_CLOSED: { ask: {}, reach: 'session' },
};
