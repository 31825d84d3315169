import { expect, it } from 'vitest';
import {
  toInvitation,
  toRankingEntry,
  toSecondFactors,
  toSignedInDevice,
  toStatement,
  toVerification,
} from './account-records.ts';
import { toCompany, toCompanyInfo, toCompanyStatus } from './company-info.ts';
import { toArticle, toNewsRow } from './content-records.ts';
import { fieldNamedBy } from './field-names.ts';
import { toWord } from './order.ts';
import { fromOldSession, toUser } from './user.ts';

const wireUser = {
  id: 1,
  uid: '12345678',
  email: 'a@b.co',
  mobile: '',
  credit_score: 100,
  level: 2,
  is_demo: 1,
  invite_code: '7K2Q9M',
  currency: 'USD',
} as const;
const user = {
  id: 1,
  uid: '12345678',
  email: 'a@b.co',
  mobile: '',
  isDemo: true,
  creditScore: 100,
  level: 2,
  inviteCode: '7K2Q9M',
  currency: 'USD',
};

it('reads the user, and the one that an older page has stored', () => {
  expect(toUser(wireUser)).toEqual(user);
  expect(toUser({ ...wireUser, is_demo: 0 }).isDemo).toBe(false);
  expect(fromOldSession({ token: 't', user: wireUser })).toEqual({ token: 't', user });
  expect(fromOldSession({ token: null, user: null })).toEqual({ token: null, user: null });
  expect(fromOldSession(undefined)).toBeUndefined();
});

it('reads the company and its status', () => {
  const same = { brand: { name: 'Candor', logo: '', accents: null }, languages: ['en' as const] };
  const wire = {
    ...same,
    service_link: '/help',
    service_link_type: 1,
    verify_reg_type: 'mobile' as const,
    reg_types: ['email' as const, 'mobile' as const],
    verify_type: 2 as const,
    trade_fee_type: 2 as const,
    margin_call_level: '80',
    stop_out_level: '50',
    demo_balance: '10000',
    profile: {
      ...{ id: 'eu' as const, version: 1, leverage_caps: {} },
      negative_balance_protection: true,
      invitation_rewards: false,
    },
    blocked_countries: [],
    risk_warning: { key: 'cfd-loss-rate' as const, loss_percent: '71' },
  };
  const info = {
    ...same,
    serviceLink: '/help',
    serviceLinkType: 1,
    firstRegistration: 'mobile',
    registrations: ['email', 'mobile'],
    registersByCaptcha: true,
    feeType: 'of-notional',
    marginCallLevel: '80',
    stopOutLevel: '50',
    demoBalance: '10000',
    lossPercent: '71',
  };
  expect(toCompanyInfo(wire)).toEqual(info);
  expect(toCompanyInfo({ ...wire, verify_type: 1, trade_fee_type: 1 })).toEqual({
    ...info,
    registersByCaptcha: false,
    feeType: 'per-lot',
  });
  const status = { status: 0, type: 0, loss_url: '/gone', id: 7, name: 'Candor', pc_host: 'pc.example.com' };
  expect(toCompanyStatus(status)).toEqual({
    id: 7,
    name: 'Candor',
    isInService: true,
    isMainMode: true,
    lossUrl: '/gone',
    desktopHost: 'pc.example.com',
  });
  expect(toCompanyStatus({ ...status, status: 2, type: 1 })).toMatchObject({ isInService: false, isMainMode: false });
  const found = { id: 7, name: 'Candor', logo: '', url: '', subject: '', location: '', email: '' };
  expect(toCompany({ ...found, registered_address: 'Here' })).toEqual({ ...found, registeredAddress: 'Here' });
});

it('reads articles and the ranking', () => {
  const same = { id: 3, title: 'Fed', desc: '', logo: '', language: 'en' } as const;
  const wireRow = { ...same, category_id: 2, created_at: 5, is_pinned: true, is_unread: null } as const;
  const row = { ...same, category: 2, createdAtMs: 5, isPinned: true, isUnread: null };
  expect(toNewsRow(wireRow)).toEqual(row);
  expect(toArticle({ ...wireRow, content: '<p>Up</p>' })).toEqual({ ...row, content: '<p>Up</p>' });
  const entry = { rank: 1, user: 'a***001', multiple: 100, code: 'EURUSD' };
  expect(
    toRankingEntry({
      ...entry,
      is_demo: 1,
      three_week_rate: '1',
      three_week_win: '2',
      three_week_profit: '3',
      total_rate: '4',
      total_trade_num: 5,
    }),
  ).toEqual({
    ...entry,
    isDemo: true,
    threeWeekRate: '1',
    threeWeekWin: '2',
    threeWeekProfit: '3',
    totalRate: '4',
    trades: 5,
  });
});

it('reads devices, second factors and the identity check', () => {
  const device = { id: 'd', device: 'Firefox', created_at: 1, last_seen_at: 2, current: 1 } as const;
  expect(toSignedInDevice(device)).toEqual({ id: 'd', name: 'Firefox', lastSeenAtMs: 2, isCurrent: true });
  expect(toSignedInDevice({ ...device, current: 0 }).isCurrent).toBe(false);
  const passkeys = [{ id: 'p', name: 'Phone', created_at: 3, last_used_at: null }];
  expect(toSecondFactors({ totp: 1, passkeys, recovery_left: 8 })).toEqual({
    hasTotp: true,
    passkeys: [{ id: 'p', name: 'Phone', createdAtMs: 3, lastUsedAtMs: null }],
    recoveryLeft: 8,
  });
  const check = { remark: '', submitted_at: 4, reviewed_at: null, name: 'J•', card_id: '12••' };
  const statuses = ([0, 1, 2] as const).map((review_status) => toVerification({ ...check, review_status }).status);
  expect(statuses).toEqual(['not-submitted', 'waiting', 'approved']);
  expect(toVerification({ ...check, review_status: 1 })).toMatchObject({
    submittedAtMs: 4,
    name: 'J•',
    cardId: '12••',
  });
});

it('reads an invitation and the totals of a statement', () => {
  const joined = [{ name: 'a***', joined_at: 6, is_verified: 1 as const }];
  expect(toInvitation({ code: 'C', link: 'L', has_rewards: 0, joined, total: 1 })).toEqual({
    code: 'C',
    link: 'L',
    hasRewards: false,
    total: 1,
    joined: [{ name: 'a***', joinedAtMs: 6, isVerified: true }],
  });
  const figures = { spread: '-1', gross: '9', fee: '-2', swap: '0', net: '7' };
  const totals = [{ kind: 'deposit', memo: 'Deposit', count: 1, amount: '5' }];
  expect(
    toStatement({
      company: 'Candor',
      uid: '1',
      is_demo: false,
      currency: 'USD',
      from: '',
      to: '',
      zone: '',
      made_at: 0,
      opening_balance: '1',
      closing_balance: '6',
      postings: [],
      postings_total: '5',
      totals,
      orders: [],
      orders_total: { before_costs: '10', ...figures },
    }),
  ).toEqual({
    openingBalance: '1',
    closingBalance: '6',
    postingsTotal: '5',
    totals,
    postingCount: 0,
    orderCount: 0,
    ordersTotal: { beforeCosts: '10', ...figures },
  });
});

it('gives a refused field the name that the form has for it', () => {
  expect(fieldNamedBy({ field: 're_password' })).toBe('passwordAgain');
  expect(fieldNamedBy({ field: 'number' })).toBe('number');
  expect([fieldNamedBy(null), fieldNamedBy({}), fieldNamedBy({ field: 1 })]).toEqual([null, null, null]);
});

it('writes the words of the wire with hyphens', () => {
  expect([toWord('user'), toWord('margin_call_ended')]).toEqual(['user', 'margin-call-ended']);
});
