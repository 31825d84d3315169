import { expect, it } from 'vitest';
import { apiOrigin, desktopSite, isDesktopAgent, socketUrl } from './host.ts';

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

it.each([
  ['pc.example.com', 'https://m.example.com/trade', 'https://pc.example.com/'],
  ['pc.acme.localhost', 'http://m.acme.localhost:8080/', 'http://pc.acme.localhost:8080/'],
  ['pc.example.com', 'https://pc.example.com/', null],
  ['', 'https://m.example.com/', null],
])('R-WIRE-15 %s is offered at %s as %s', (pcHost, page, link) =>
  expect(desktopSite(pcHost, new URL(page))).toBe(link),
);

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36', true],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148', false],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36', false],
])('R-WIRE-15 %s is a desktop browser: %s', (agent, isDesktop) => expect(isDesktopAgent(agent)).toBe(isDesktop));
