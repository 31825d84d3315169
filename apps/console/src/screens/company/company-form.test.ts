import { companyCalls } from '@candor/contracts/console/content';
import { expect, test } from 'vitest';
import { fromCompany, toCompany } from './company-form.ts';

const company = {
  id: 1,
  hosts: ['m.example'],
  status: 0,
  type: 1,
  version: 4,
  name: 'House',
  logo: '',
  subject: '',
  registered_address: '',
  location: '',
  email: '',
  accents: ['#0b5d4e', '#0a4a3f', '#ffffff'],
  languages: ['en' as const, 'de' as const],
  service_link: '',
  service_link_type: 0,
  links: ['https://a.example', 'https://b.example'],
  verify_reg_type: 'email' as const,
  verify_type: 1,
  jurisdiction: 'eu',
  blocked_countries: ['US', 'IR'],
  margin_call_percent: 100,
  stop_out_percent: 50,
  trade_fee_type: 1,
  has_invitations: true,
  is_public: false,
  is_ranking_shown: true,
  popular: ['XAUUSD', 'EURUSD'],
};

test('R-OPS-80 an unedited form returns the company unchanged, with the version that was read', () => {
  const body = toCompany({ ...fromCompany(company), reason: 'nothing changed' }, 4);
  const { id, hosts, status, type, ...changeable } = company;
  expect(body).toEqual({ ...changeable, reason: 'nothing changed' });
  expect([id, hosts, status, type]).not.toContain(undefined);
  expect(companyCalls.change.body.safeParse(body).success).toBe(true);
});

test('lists are parsed with any separators and spaces', () => {
  const form = {
    ...fromCompany(company),
    blocked_countries: 'us ir,\nkp',
    popular: 'xauusd, EUR/USD',
    links: ' https://a.example \n\n',
    accent: '',
  };
  const body = toCompany({ ...form, pressed: '', on: '' }, 4);
  expect(body.blocked_countries).toEqual(['US', 'IR', 'KP']);
  expect(body.popular).toEqual(['XAUUSD', 'EURUSD']);
  expect(body.links).toEqual(['https://a.example']);
  expect(body.accents).toEqual([]);
});
