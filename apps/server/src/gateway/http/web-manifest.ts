import type { FastifyInstance } from 'fastify';
import type { CompanyRecord } from '../../ports/company.ts';
import { companyOf } from './company-of.ts';
import { toBrand } from './to-company.ts';

interface ManifestIcon {
  readonly src: string;
  readonly sizes: string;
  readonly purpose: 'any' | 'maskable';
  readonly type?: string;
}

const description = 'Forex and CFD trading whose prices, fills and balances can be checked.';
/** Most letters of a name on a home screen. */
const shortNameMax = 12;
/** Background of the page, used by the browser's bars until the page sets its own. */
const ground = '#FFFFFF';

const drawnPath = '/icons/company.svg';
const productIcons: readonly ManifestIcon[] = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/** Registers the web app manifest: name and icon of the company on the home screen (R-SCR-62). */
export function registerManifest(app: FastifyInstance): void {
  app.get('/app.webmanifest', (request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(manifestOf(companyOf(request)))),
  );
  app.get(drawnPath, (request, reply) =>
    reply
      .type('image/svg+xml; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', "default-src 'none'")
      .send(drawnIcon(companyOf(request))),
  );
}

function manifestOf(company: CompanyRecord) {
  const { name } = company;
  return {
    id: '/',
    name,
    short_name: name.length <= shortNameMax ? name : (name.split(' ', 1)[0] ?? name),
    description,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    orientation: 'any',
    background_color: ground,
    theme_color: ground,
    categories: ['finance'],
    icons: iconsOf(company),
  };
}

/** A company with a brand of its own is never installed under the product's sign. */
function iconsOf(company: CompanyRecord): readonly ManifestIcon[] {
  const { logo, accents } = toBrand(company);
  if (logo === '' && accents === null) return productIcons;
  const drawn = { src: drawnPath, sizes: 'any', type: 'image/svg+xml' } as const;
  const any: ManifestIcon = logo === '' ? { ...drawn, purpose: 'any' } : { src: logo, sizes: 'any', purpose: 'any' };
  return [any, { ...drawn, purpose: 'maskable' }];
}

/** Icon with the company's first letter on its accent, to the edges, so that any mask fits. */
function drawnIcon(company: CompanyRecord): string {
  const { accents } = toBrand(company);
  const letter = (Array.from(company.name.trim())[0] ?? '').toUpperCase().replace(/[<>&]/, '');
  const text = `font-family="sans-serif" font-size="264" font-weight="700" text-anchor="middle"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512"><rect width="512" height="512" fill="${accents?.accent ?? '#101318'}"/><text x="256" y="350" fill="${accents?.on ?? '#FFFFFF'}" ${text}>${letter}</text></svg>`;
}
