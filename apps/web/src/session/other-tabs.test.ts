import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Settings } from './settings-store.ts';

const settingsKey = 'candor.settings';
const sessionKey = 'candor.session';
const onAccount = vi.fn<() => void>();
const onExpired = vi.fn<() => void>();
const onToken = vi.fn<() => void>();
let device: Map<string, string>;
let tab: EventTarget;

/** A tab whose stores are its own, on a device that another tab writes to as well. */
async function openTab() {
  vi.resetModules();
  const [others, { useSettings }, { useSession }] = await Promise.all([
    import('./other-tabs.ts'),
    import('./settings-store.ts'),
    import('./session-store.ts'),
  ]);
  others.followOtherTabs({ onAccount, onExpired, onToken });
  return { ...others, useSettings, useSession };
}

function writeElsewhere(key: string, state: object): void {
  device.set(key, JSON.stringify({ state: { ...kept(key), ...state }, version: 1 }));
  tab.dispatchEvent(Object.assign(new Event('storage'), { key }));
}

function kept(key: string): Partial<Settings> {
  const text = device.get(key);
  return text === undefined ? {} : (JSON.parse(text) as { state: Partial<Settings> }).state;
}

beforeEach(() => {
  device = new Map();
  const localStorage = {
    getItem: (key: string) => device.get(key) ?? null,
    setItem: (key: string, text: string) => device.set(key, text),
  };
  tab = Object.assign(new EventTarget(), { localStorage });
  vi.stubGlobal('window', tab);
  onAccount.mockClear();
  onExpired.mockClear();
  onToken.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('R-CON-10 R-SES-05 a demo begun in another tab is still known after this one has written', async () => {
  const { useSettings } = await openTab();
  writeElsewhere(settingsKey, { demoId: 'a-demo', theme: 'dark', language: 'de' });
  useSettings.setState({ hollowCandles: true });
  expect(kept(settingsKey)).toMatchObject({ demoId: 'a-demo', theme: 'dark', language: 'de', hollowCandles: true });
});

test('R-CON-10 listeners are notified of a choice in another tab, marked as made there', async () => {
  const { useSettings, isChosenElsewhere } = await openTab();
  const received: [string, boolean][] = [];
  useSettings.subscribe(({ theme }) => received.push([theme, isChosenElsewhere()]));
  writeElsewhere(settingsKey, { theme: 'dark' });
  useSettings.setState({ theme: 'light' });
  expect(received).toEqual([
    ['dark', true],
    ['light', false],
  ]);
});

test('R-CON-10 each tab keeps its instrument and period', async () => {
  const { useSettings } = await openTab();
  useSettings.setState({ instrumentId: 1, period: '1day' });
  writeElsewhere(settingsKey, { instrumentId: 7, period: '5min', leverage: 50 });
  expect(useSettings.getState()).toMatchObject({ instrumentId: 1, period: '1day', leverage: 50 });
});

test('R-CON-10 a new visit begins with the instrument that was looked at last', async () => {
  writeElsewhere(settingsKey, { instrumentId: 7 });
  const { useSettings } = await openTab();
  expect(useSettings.getState().instrumentId).toBe(7);
});

test('R-CON-10 a log-in, a log-out and a new token in another tab notify this one', async () => {
  const { useSession } = await openTab();
  writeElsewhere(sessionKey, { token: 'one', user: { id: 5 } });
  expect(useSession.getState()).toMatchObject({ token: 'one', user: { id: 5 } });
  expect([onAccount.mock.calls.length, onToken.mock.calls.length]).toEqual([1, 0]);
  writeElsewhere(sessionKey, { token: 'two', user: { id: 5 } });
  expect([onAccount.mock.calls.length, onToken.mock.calls.length]).toEqual([1, 1]);
  writeElsewhere(sessionKey, { token: null, user: null });
  expect([onAccount.mock.calls.length, onToken.mock.calls.length]).toEqual([2, 1]);
  writeElsewhere('candor.read', { ids: [1] });
  expect(onAccount).toHaveBeenCalledTimes(2);
});

test('R-ERR-01 a session that the server has ended is announced in each tab that used it; a log-out is not', async () => {
  await openTab();
  const [nobody, somebody] = [
    { token: null, user: null },
    { token: 'one', user: { id: 5 }, hasExpired: false },
  ];
  writeElsewhere(sessionKey, { ...nobody, hasExpired: true });
  expect(onExpired).not.toHaveBeenCalled();
  writeElsewhere(sessionKey, somebody);
  onAccount.mockClear();
  writeElsewhere(sessionKey, { ...nobody, hasExpired: true });
  expect([onExpired.mock.calls.length, onAccount.mock.calls.length]).toEqual([1, 0]);
  writeElsewhere(sessionKey, somebody);
  writeElsewhere(sessionKey, { ...nobody, hasExpired: false });
  expect([onExpired.mock.calls.length, onAccount.mock.calls.length]).toEqual([1, 2]);
});
