import { firstPaths } from './first-paths.ts';

/** Calls whose answers browsers may keep, because they ask by ETag before each use (R-MKT-40). */
export const revalidatedCalls: ReadonlySet<keyof typeof paths> = new Set(['instruments', 'candles'] as const);

/**
 * Verb and path of every call of the trader's API, by the name that server, browser and tests use for it. Paths are
 * written here and in `first-paths.ts`, and nowhere else; the calls themselves are described in the files beside this one.
 */
export const paths = {
  companyStatus: firstPaths.companyStatus,
  companies: 'GET /api/company/getCompany',
  complaintEmail: 'GET /api/company/complaint_email',
  basicInfo: firstPaths.basicInfo,
  areas: 'GET /api/default/area_list',
  setting: 'GET /api/default/setting',

  captcha: 'GET /api/default/captcha',
  sendMailCode: 'POST /api/notify/send_email',
  sendSmsCode: 'POST /api/notify/send_sms',
  openDemo: 'POST /api/user/createAccountDemoForU',
  register: 'POST /api/user/register',
  logIn: 'POST /api/user/loginForU',
  logOut: 'POST /api/user/logout',
  resetPassword: 'POST /api/user/forget_password',
  changePassword: 'POST /api/user/amend_password',
  user: 'GET /api/user/info',

  finishLogIn: 'POST /api/user/second_factor',
  factors: 'GET /api/user/second_factor',
  stepUp: 'POST /api/user/step_up',
  beginTotp: 'POST /api/user/totp_begin',
  confirmTotp: 'POST /api/user/totp_confirm',
  removeTotp: 'POST /api/user/totp_remove',
  beginPasskey: 'POST /api/user/passkey_begin',
  finishPasskey: 'POST /api/user/passkey_finish',
  removePasskey: 'POST /api/user/passkey_remove',
  renewRecoveryCodes: 'POST /api/user/recovery_renew',
  sessions: 'GET /api/user/sessions',
  endSession: 'POST /api/user/session_end',
  endOtherSessions: 'POST /api/user/sessions_end_others',

  ownData: 'GET /api/user/own_data',
  closeAccount: 'POST /api/user/close_account',
  preferences: 'GET /api/user/preferences',
  savePreferences: 'POST /api/user/preferences',
  favourites: 'GET /api/user/favourites',
  saveFavourites: 'POST /api/user/favourites',
  chartTemplates: 'GET /api/user/chart_templates',
  saveChartTemplates: 'POST /api/user/chart_templates',
  chartDrawings: 'GET /api/user/chart_drawings',
  saveChartDrawings: 'POST /api/user/chart_drawings',
  invitation: 'GET /api/invite/info',
  calendar: 'GET /api/calendar',
  news: 'GET /api/news/list',
  article: 'GET /api/news/info',
  markNewsRead: 'POST /api/news/read',
  ranking: 'GET /api/follow/list',

  uploadPicture: 'POST /api/common/image_upload',
  submitVerification: 'POST /api/user_real/real_name',
  verification: 'GET /api/user_real/center',

  instruments: firstPaths.instruments,
  categories: firstPaths.categories,
  candles: 'GET /v1/api/forex/kline',
  sparkline: 'GET /v1/api/forex/abbreviated_cache_kline',

  placeOrder: 'POST /v1/api/forex/submit',
  closeOrder: 'POST /v1/api/forex/close',
  closeOrders: 'POST /v1/api/forex/close_all',
  reverseOrder: 'POST /v1/api/forex/reverse',
  breakEven: 'POST /v1/api/forex/break_even',
  amendOrder: 'POST /v1/api/forex/amend_order',
  linkOrders: 'POST /v1/api/forex/link_orders',
  cancelOrder: 'POST /v1/api/forex/cancel_trade',
  setStops: 'POST /v1/api/forex/set_stop_price',
  orders: firstPaths.orders,
  receipts: 'GET /v1/api/forex/receipts',
  liabilityProof: 'GET /api/account/liability_proof',
  journal: 'GET /v1/api/forex/journal',
  tradeNote: 'GET /v1/api/forex/trade_note',
  saveTradeNote: 'POST /v1/api/forex/trade_note',
  ordersFile: 'GET /v1/api/forex/orders_file',
  command: 'GET /v1/api/forex/command',
  alerts: 'GET /v1/api/alert/list',
  setAlert: 'POST /v1/api/alert/set',
  removeAlert: 'POST /v1/api/alert/remove',
  notices: 'GET /v1/api/notice/list',
  unreadNotices: 'GET /v1/api/notice/unread',
  readNotices: 'POST /v1/api/notice/read',
  noticeWays: 'GET /v1/api/notice/ways',
  saveNoticeWays: 'POST /v1/api/notice/save_ways',
  pushKey: 'GET /v1/api/push/key',
  addPushDevice: 'POST /v1/api/push/add',
  removePushDevice: 'POST /v1/api/push/remove',
  resetDemo: 'POST /v1/api/main/user/resetForexDemoAccount',
  balance: 'GET /v1/api/main/wallet/getBalance',
  accountDetail: 'GET /v1/api/main/account/forexDetail',
  billing: 'GET /v1/api/main/accountLog/forexChange',
  statement: 'GET /api/account/statement',

  depositAddresses: 'GET /api/quickCharge/info',
  bankCoins: 'GET /api/quickCharge/symbols',
  wireOptions: 'GET /api/quickCharge/wire_info',
  reportCoins: 'POST /api/quickCharge/submit',
  reportWire: 'POST /api/quickCharge/wire_submit',
  deposits: 'GET /api/quickCharge/quick_ist',
  withdrawOptions: 'GET /api/account/draw_symbol_list',
  requestWithdrawal: 'POST /api/account/draw',
  cancelWithdrawal: 'POST /api/account/draw_cancel',
  withdrawals: 'GET /api/account/draw_list',
  methods: 'GET /api/wallet/get_draw_method',
  bindMethod: 'POST /api/wallet/bind_draw_method',
  removeMethod: 'POST /api/wallet/del_draw_method',
} as const;

export type CallName = keyof typeof paths;
export type Verb = 'GET' | 'POST';

export function verbOf(name: CallName): Verb {
  return paths[name].startsWith('GET ') ? 'GET' : 'POST';
}

export function pathOf(name: CallName): string {
  return paths[name].slice(paths[name].indexOf(' ') + 1);
}

/** Public keys that signed receipts, a plain file without envelope. */
export const receiptKeysPath = '/.well-known/candor-receipt-keys.json';

/** Files of a company's transparency log, as C2SP tlog-tiles names them below `/log`; no envelope. */
export const logPaths = { key: '/log/key', checkpoint: '/log/checkpoint', tiles: '/log/tile/*' } as const;

/** Pages for everybody, in the order of their navigation, and the status as JSON; no envelope. */
export const publicPaths = {
  verify: '/verify',
  statistics: '/statistics',
  log: '/log/',
  status: '/status',
} as const;
/** Every file of the build with its SHA-256, as `sha256sum` lists them. */
export const buildFilesPath = '/verify/SHA256SUMS';
export const statusJsonPath = '/status.json';
/** Public statistics for programs: the figures, and the rows of a day that they are counted from. */
export const statisticsPaths = { json: '/statistics.json', rows: '/statistics/:file' } as const;

/** The socket (docs/api/asyncapi.json). */
export const socketPath = '/v1/ws';

/** Rows of one page of a list. */
export const pageSize = 20;
/** Orders closed in 21 days that an account needs to be ranked. */
export const rankedTradesMin = 10;
/** Candles answered where no limit is given. */
export const klineLimitDefault = 300;
/** Candles of one small chart in a list. */
export const sparklineCandles = 60;
