import { expect, it } from 'vitest';
import { outsideLink } from './outside-link.ts';

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
