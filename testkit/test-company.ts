import type { CompanyRecord } from '../apps/server/src/ports/company.ts';
import type { CompanyId } from '../packages/domain/src/values/ids.ts';
import { toMoney } from '../packages/domain/src/values/money.ts';

/** A company in service, for tests without a database. */
export const testCompany: CompanyRecord = {
  id: 1 as CompanyId,
  shard: 0,
  name: 'Candor',
  isTrial: false,
  hosts: [],
  type: 1,
  status: 0,
  lossUrl: '',
  demoBalance: toMoney(50_000_000_000n),
  tradeFeeType: 1,
  marginCallPercent: 100,
  stopOutPercent: 50,
  isPublic: false,
  logo: '',
  url: '',
  subject: '',
  registeredAddress: '',
  location: '',
  email: '',
  accents: [],
  languages: [],
  links: [],
  serviceLink: '',
  serviceLinkType: 0,
  verifyRegType: 'email',
  verifyType: 1,
  isMobileShown: false,
  jurisdiction: 'international',
  blockedCountries: [],
  hasInvitations: true,
  hasInviteRewards: false,
  isRankingShown: true,
  popular: [],
  version: 0,
};

/** Company directory with the same company for every host. */
export const testCompanies = { ofHost: () => testCompany, peek: () => testCompany };
