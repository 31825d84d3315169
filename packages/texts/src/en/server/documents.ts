/** Labels of an account statement (PDF and CSV). */
export const statement = {
  title: 'Account statement',
  account: 'Account',
  kind: 'Account type',
  demo: 'Demo account: practice money only',
  real: 'Real account',
  currency: 'Currency',
  period: 'Period',
  zone: 'Time zone',
  madeAt: 'Created at',
  opening: 'Opening balance',
  closing: 'Closing balance',
  sum: 'Total',
  postings: 'Balance changes',
  time: 'Time',
  reason: 'Reason',
  order: 'Order',
  amount: 'Amount',
  balance: 'Balance after',
  totals: 'Totals by reason',
  count: 'Number',
  orders: 'Orders closed in the period',
  instrument: 'Instrument',
  side: 'Side',
  buy: 'Buy',
  sell: 'Sell',
  lots: 'Lots',
  opened: 'Opened',
  closed: 'Closed',
  openPrice: 'Opening price',
  closePrice: 'Closing price',
  beforeCosts: 'Before costs',
  spread: 'Spread',
  gross: 'Gross result',
  fee: 'Handling fee',
  swap: 'Swap',
  net: 'Net result',
  page: 'Page',
  reconciled:
    'Checked: the opening balance plus all changes equals the closing balance, and each order’s result, fee and swap match the postings.',
  spreadNote:
    'Spread: half of (ask − bid) at the opening and half at the closing, × units × conversion rate. It is included in the gross result. The fee is charged when an order is opened; a closed part bears its share.',
} as const;

/** File with everything that is kept about a person, to be read (R-SES-47). */
export const ownData = {
  title: 'Everything that is kept about you',
  fields: 'Names of fields are those of the JSON file, which has all rows in full. Times are UTC.',
  more: 'The first {rows} are here; the JSON file has all.',
  letters: 'Letters that the font of this PDF lacks are given by their numbers, such as U+4E2D.',
  kinds: {
    profile: 'Profile',
    preferences: 'Choices',
    favourites: 'Favourites',
    notice_choices: 'Notice choices',
    push_devices: 'Devices for notices',
    limits: 'Own limits',
    ranking: 'Ranking',
    sessions: 'Sessions',
    devices: 'Devices',
    passkeys: 'Passkeys',
    sign_ins: 'Sign-ins',
    read_articles: 'Articles read',
    notices: 'Notices',
    verifications: 'Identity checks',
    payout_methods: 'Payout methods',
    deposits: 'Deposits',
    withdrawals: 'Withdrawals',
    corrections: 'Corrections',
    live_orders: 'Open orders',
    ended_orders: 'Ended orders',
    trade_notes: 'Notes on trades',
    postings: 'Postings',
    locked_postings: 'Postings of locked money',
    receipts: 'Receipts',
  },
} as const;

/** Page behind the take-back link of a mail (R-FND-43). */
export const takeBackPage = {
  withdrawal: 'A withdrawal of {amount} was requested on {time}.',
  method: 'The payout method {method} was added on {time}.',
  ask: 'If this was not you, you can undo it here without logging in.',
  askMethod: 'Withdrawals to this payout method that are not approved yet are cancelled too.',
  button: 'Undo',
  doneWithdrawal: 'The withdrawal was cancelled. The money is back in your balance.',
  doneMethod: 'The payout method was removed, and withdrawals to it that were not approved yet were cancelled.',
  advice: 'Reset your password now: someone else may have access to your account.',
  contact: 'Contact us:',
} as const;

const abroad =
  'Because of international sanctions or warnings about money laundering, or because the law there does not let retail clients trade such contracts:';

/** Announcement of the countries that a company does not serve; `byLaw` by the law the company works under (R-CNT-04). */
export const countries = {
  title: 'Countries we do not serve',
  intro: 'For policy reasons {company} does not provide its services in the countries and regions listed here.',
  byLaw: {
    international: abroad,
    eu: 'Because of international sanctions or warnings about money laundering, or because the law there, also within the European Union, does not let such contracts be offered to retail clients:',
    uk: abroad,
  },
  byCompany: 'By the company’s own decision:',
  means:
    'You cannot register with a mobile number of these countries, and people who live there may not open an account. This list follows from the rules that the company works under and from its settings, and is always up to date.',
} as const;
