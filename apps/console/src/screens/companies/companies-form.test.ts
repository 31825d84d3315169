import { installationCalls } from '@candor/contracts/console/installation';
import { expect, test } from 'vitest';
import { blankCompany, fromCompany, toChange, toNew } from './companies-form.ts';

const company = {
  id: 3,
  version: 4,
  name: 'Newco',
  jurisdiction: 'eu',
  languages: ['en' as const],
  verify_reg_type: 'email' as const,
  verify_type: 1,
  is_public: true,
  is_trial: false,
  hosts: ['m.newco.example', 'api.newco.example'],
  status: 0,
  type: 1,
  loss_url: '',
  url: 'https://m.newco.example/',
  links: ['https://help.newco.example'],
  demo_balance: '50000.000000',
  is_mobile_shown: false,
  is_taken: true,
};

test('R-COM-10 an unedited form returns the settings of the company unchanged, with the version that was read', () => {
  const body = toChange({ ...fromCompany(company), reason: 'nothing changed' }, 4);
  const { hosts, status, type, loss_url, url, links, demo_balance, is_mobile_shown } = company;
  const terms = { hosts, status, type, loss_url, url, links, demo_balance, is_mobile_shown };
  expect(body).toEqual({ ...terms, is_sure: false, version: 4, reason: 'nothing changed' });
  expect(installationCalls.change.body.safeParse(body).success).toBe(true);
});

test('R-COM-10 the blank form is valid once name, host, email and reason are typed', () => {
  const typed = {
    name: 'Newco',
    hosts: ' M.newco.example \n\n',
    operator_email: 'boss@newco.example',
    reason: 'new brand',
  };
  const body = toNew({ ...blankCompany, ...typed });
  expect(body).toMatchObject({ hosts: ['m.newco.example'], demo_balance: '50000' });
  expect(installationCalls.add.body.safeParse(body).success).toBe(true);
});
