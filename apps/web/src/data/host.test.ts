import { expect, it } from 'vitest';
import { apiOrigin, socketUrl } from './host.ts';

it.each([
  ['https://m.example.com/trade', 'https://api.example.com'],
  ['https://m.example.com:8443/', 'https://api.example.com:8443'],
  ['http://m.localhost:8080/', 'http://api.localhost:8080'],
  ['http://localhost:8080/', 'http://localhost:8080'],
  ['http://192.168.1.20:8080/', 'http://192.168.1.20:8080'],
  ['http://[::1]:8080/', 'http://[::1]:8080'],
  ['http://candor/', 'http://candor'],
  ['https://example.com/', 'https://api.example.com'],
  ['https://api.example.com/', 'https://api.example.com'],
])('%s is served by %s (R-WIRE-13)', (page, origin) => expect(apiOrigin(new URL(page))).toBe(origin));

it('opens the socket on the same host', () => {
  expect(socketUrl('https://api.example.com', 'hk')).toBe('wss://api.example.com/v1/ws?lang=hk');
  expect(socketUrl('http://localhost:8080', 'en')).toBe('ws://localhost:8080/v1/ws?lang=en');
});
