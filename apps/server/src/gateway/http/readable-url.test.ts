import { expect, test } from 'vitest';
import { readableUrl } from './readable-url.ts';

test.each([
  ['/api/who?name=%41', '/api/who?name=%41'],
  ['/%61pi/%77ho?name=%41', '/api/who?name=%41'],
  ['/%66%69les/a%2Db%7E', '/files/a-b~'],
  ['/files/a%2Fb%20c%25%3F', '/files/a%2Fb%20c%25%3F'],
  ['/%D8%B9', '/%D8%B9'],
  ['/%2561pi', '/%2561pi'],
  ['/api/%E0%A4%A?x=%zz', '/api/%25E0%25A4%25A?x=%zz'],
  ['/%', '/%25'],
  ['/?%zz', '/?%zz'],
  ['http://x/api/who?a=1', '/api/who?a=1'],
  ['HTTPS://x:8443/%61pi/who', '/api/who'],
  ['http://x', '/'],
  ['http://x?a=1', '/?a=1'],
  ['http://x#/api/who', '/'],
  ['/api/who#/../?a=1', '/api/who'],
  ['/api/who?a=1#?b=2', '/api/who?a=1'],
  ['/%61pi/who#%zz', '/api/who'],
  ['http://x//api/who', '//api/who'],
  ['/go?to=http://x/api/who', '/go?to=http://x/api/who'],
  ['*', '/api/'],
  ['#/api/who', '/api/'],
  ['', '/api/'],
  ['api/who', '/api/'],
  ['?a=1', '/api/'],
])('R-WIRE-01 R-SEC-09 %s is read as %s', (url, readable) => expect(readableUrl(url)).toBe(readable));
