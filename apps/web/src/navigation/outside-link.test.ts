import { expect, it } from 'vitest';
import { outsideLink, wayOut } from './outside-link.ts';

const page = new URL('http://m.acme.test:8080/trade');

it.each([
  ['https://acme.example/closed', 'https://acme.example/closed'],
  ['/closed', 'http://m.acme.test:8080/closed'],
  ['http://m.acme.localhost:8080/', 'http://m.acme.localhost:8080/'],
])('%s is followed (R-COM-04)', (text, href) => expect(outsideLink(text, page)).toBe(href));

it.each([
  '',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'http://acme.example/',
  '//acme.example/',
  'https://name@acme.example/',
  'blob:https://acme.example/x',
  'https://',
])('%j is not (R-COM-04)', (text) => expect(outsideLink(text, page)).toBeNull());

it('a company out of service never redirects to the open page, which would reload endlessly (R-COM-02)', () => {
  expect(wayOut('https://acme.example/closed', page)).toBe('https://acme.example/closed');
  expect(wayOut('/closed.html', page)).toBe('http://m.acme.test:8080/closed.html');
  for (const text of ['/trade', '/trade?again=1', page.href, '#x', '', 'javascript:alert(1)']) {
    expect(wayOut(text, page)).toBeNull();
  }
});
