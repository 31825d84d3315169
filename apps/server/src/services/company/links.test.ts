import { expect, test } from 'vitest';
import { allowedLink } from './links.ts';

const company = { hosts: ['m.acme.example'], links: ['https://help.example'] };
const local = { hosts: ['m.acme.localhost'], links: [] };

test.each([
  'https://m.acme.example/closed',
  'https://m.acme.example:8443/',
  'https://help.example/chat?x=1',
  '/closed',
  '/',
])('R-COM-04 %s may be followed', (link) => {
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
])('R-COM-04 %j may not', (link) => {
  expect(allowedLink(company, link)).toBe('');
});

test('R-COM-04 on this very machine http will do, so that an installation can be tried', () => {
  expect(allowedLink(local, 'http://m.acme.localhost:8080/')).toBe('http://m.acme.localhost:8080/');
  expect(allowedLink({ ...local, hosts: ['acme.example'] }, 'http://acme.example/')).toBe('');
});
