import type { Company, CompanyStatus } from '@candor/contracts/http/company';
import type { InviteInfo } from '@candor/contracts/http/invite';
import type { VerificationState } from '@candor/contracts/http/verification';

export type SampleVerification = 'none' | 'waiting' | 'approved' | 'rejected';

const reviewed: VerificationState = {
  review_status: 2,
  remark: '',
  submitted_at: Date.UTC(2025, 10, 20, 9, 41),
  reviewed_at: Date.UTC(2025, 10, 20, 10, 30),
  name: 'J•••••• M•••••',
  card_id: '12••••56',
};
const notSent: VerificationState = {
  review_status: 0,
  remark: '',
  submitted_at: null,
  reviewed_at: null,
  name: '',
  card_id: '',
};

const states: Readonly<Record<SampleVerification, VerificationState>> = {
  none: notSent,
  waiting: { ...reviewed, review_status: 1, reviewed_at: null },
  approved: reviewed,
  rejected: { ...notSent, remark: 'The number on the back side cannot be read.' },
};

export function sampleVerification(kind: SampleVerification): VerificationState {
  return states[kind];
}

export const sampleInvite: InviteInfo = {
  code: '7K2Q9M',
  link: 'https://m.example.com/register?invite_code=7K2Q9M',
  has_rewards: 1,
  joined: [
    { name: 'a•••••@mail.com', joined_at: Date.UTC(2025, 10, 18, 14, 2), is_verified: 1 },
    { name: 'r•••••@mail.com', joined_at: Date.UTC(2025, 10, 2, 8, 47), is_verified: 0 },
  ],
  total: 2,
};

export function sampleCompanyStatus(site: 'company' | 'main'): CompanyStatus {
  return { status: 0, type: site === 'main' ? 0 : 1, loss_url: '', id: 1, name: 'Candor', pc_host: '' };
}

function company(id: number, name: string, site: string, logo: readonly [colour: string, paths: string]): Company {
  const [colour, paths] = logo;
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 46 46" fill="none" stroke="#fff" stroke-width="2.600" stroke-linecap="round" stroke-linejoin="round"><rect x="-10" y="-10" width="46" height="46" fill="${colour}" stroke="none"/>${paths}</svg>`;
  return {
    id,
    name,
    logo: `data:image/svg+xml,${encodeURIComponent(drawn)}`,
    url: `https://${site}`,
    subject: `${name} Ltd`,
    registered_address: '12 Quay St, Wellington',
    location: 'New Zealand',
    email: `help@${site}`,
  };
}

/** The three companies in the board's search result. */
export const sampleCompanies: readonly Company[] = [
  company(2, 'Alder Peak Markets', 'alderpeak.example', [
    '#1F3B57',
    '<path d="M4 20 13 5l9 15"/><path d="M8.500 20 13 12.500l4.500 7.500"/>',
  ]),
  company(3, 'Aldgate Capital', 'aldgate.example', ['#6A2F45', '<circle cx="13" cy="13" r="9"/><path d="M13 4v18"/>']),
  company(4, 'Aldous Global FX', 'aldousfx.example', ['#2C5A4A', '<path d="M4 14h5l3-8 4 14 3-6h3"/>']),
];

/** The board's identity card as an SVG picture. */
export const sampleCard = `<svg xmlns="http://www.w3.org/2000/svg" width="824" height="520" viewBox="0 0 206 130"><rect width="206" height="130" fill="#E9EEF7"/><path d="M0 96C40 80 90 112 206 78V130H0Z" fill="#D9E2F2"/><rect width="206" height="24" fill="#33477A"/><rect x="14" y="9" width="70" height="6" rx="3" fill="#fff" opacity=".85"/><rect x="14" y="38" width="50" height="64" rx="5" fill="#C7D2E8"/><circle cx="39" cy="62" r="12" fill="#8FA2C9"/><path d="M18 102a21 21 0 0 1 42 0Z" fill="#8FA2C9"/><g fill="#9FB0D0"><rect x="78" y="42" width="92" height="6" rx="3"/><rect x="78" y="56" width="66" height="6" rx="3"/><rect x="78" y="76" width="104" height="5" rx="2.500"/><rect x="78" y="88" width="80" height="5" rx="2.500"/></g></svg>`;
