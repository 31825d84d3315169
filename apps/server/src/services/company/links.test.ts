import type { CompanyId } from '@candor/domain/values/ids';
import { expect, test } from 'vitest';
import { allowedLink, localOriginOf, type PageHosts, pageOriginOf } from './links.ts';

const company = { hosts: ['m.acme.example'], links: ['https://help.example'] };
const local = { hosts: ['m.acme.localhost'], links: [] };

test.each([
  'https://m.acme.example/closed',
  'https://m.acme.example:8443/',
  'https://help.example/chat?x=1',
  '/closed',
  '/',
])('R-COM-04 %s is allowed', (link) => {
  expect(allowedLink(company, link)).toBe(link);
});

test.each([
  '',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://m.acme.example/',
  'https://evil.example/',
  'https://help.example.evil.example/',
  'https://help.example:444/',
  'https://help.example@evil.example/',
  'https://user:password@help.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/a\\b',
  '/a b',
  '\t//evil.example',
  'closed',
  'https:help',
])('R-COM-04 %j is refused', (link) => {
  expect(allowedLink(company, link)).toBe('');
});

test('R-COM-04 http is allowed on localhost, to try an installation', () => {
  expect(allowedLink(local, 'http://m.acme.localhost:8080/')).toBe('http://m.acme.localhost:8080/');
  expect(allowedLink({ ...local, hosts: ['acme.example'] }, 'http://acme.example/')).toBe('');
});

const acme = { id: 2 as CompanyId, hosts: ['api.acme.com', 'desk.acme.com', 'm.acme.com'], url: '' };
const own = { id: 1 as CompanyId, hosts: [], url: '' };
const pages: PageHosts = { isHttps: true, ownOrigin: 'https://m.example.com', consoleHost: 'desk.example.com' };

test.each<[string, Parameters<typeof pageOriginOf>[0], Partial<PageHosts>, string | null]>([
  ['at its first host that shows pages', acme, {}, 'https://m.acme.com'],
  [
    'not at another site that the search leads to',
    { ...acme, url: 'https://www.acme.com/en?x=1' },
    {},
    'https://m.acme.com',
  ],
  [
    'at its address where that is its own host',
    { ...acme, url: 'http://m.acme.com:8080/x' },
    {},
    'http://m.acme.com:8080',
  ],
  ['at no host of its console or calls', { ...acme, hosts: ['api.acme.com', 'desk.acme.com'] }, {}, null],
  ['nowhere without TLS where only hosts are known', acme, { isHttps: false }, null],
  ['at the installation’s own origin, for the default company', own, {}, 'https://m.example.com'],
  ['nowhere where the installation does not know its own', own, { ownOrigin: null }, null],
  ['at a host of its own before that', { ...own, hosts: ['m.broker.com'] }, {}, 'https://m.broker.com'],
])('R-FND-43 a company’s pages are %s', (_, company, given, origin) => {
  expect(pageOriginOf(company, { ...pages, ...given })).toBe(origin);
});

test('R-CON-30 on this machine a company’s console is at its host below localhost, on the port of the pages', () => {
  const hosts = ['api.acme.localhost', 'm.acme.localhost'];
  const here = { isHttps: false, ownOrigin: 'http://localhost:8081' };
  expect(localOriginOf({ hosts }, here)).toBe('http://m.acme.localhost:8081');
  expect(localOriginOf({ hosts }, { ...here, ownOrigin: 'http://localhost' })).toBe('http://m.acme.localhost');
  expect(localOriginOf({ hosts: ['m.acme.com'] }, here)).toBeNull();
  expect(localOriginOf({ hosts }, { ...here, isHttps: true })).toBeNull();
  expect(localOriginOf({ hosts }, { ...here, ownOrigin: null })).toBeNull();
});
