import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { CallError, sessionExpiredCode } from '../data/client.ts';
import { loadLanguage } from '../i18n/text.ts';
import { useToast } from '../ui/toast.ts';
import { toastAnswer, toastError, toastUnanswered } from './toast-error.ts';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await loadLanguage('en');
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => useToast.setState({ message: null }));

const shown = () => useToast.getState().message;

test('R-ERR-02 a refusal shows the server’s text', () => {
  toastError(new CallError(1213, 'Insufficient margin', true));
  expect(shown()).toMatchObject({ kind: 'bad', text: 'Insufficient margin' });
});

test.each(['ERR_NETWORK', 'ERR_TIMEOUT', 502])('R-ERR-03 a network failure shows its code: %s', (code) => {
  toastError(new CallError(code, 'whatever the browser said', false));
  expect(shown()).toMatchObject({ kind: 'bad', text: `Network error · ${code}` });
});

test('R-ERR-03 a cancelled call, an error with its own handling and an error of no call show nothing', () => {
  toastError(new CallError('ERR_CANCELED', 'cancelled', false));
  toastError(new CallError(sessionExpiredCode, 'expired', true));
  toastError(new Error('a mistake of ours'));
  expect(shown()).toBeNull();
});

test('R-ERR-03 an order without an answer is explained, with its code', () => {
  toastUnanswered('No answer from the server.', new CallError('ERR_TIMEOUT', '', false));
  expect(shown()?.text).toBe('No answer from the server. Code ERR_TIMEOUT');
});

test('R-ERR-05 a result shows the server’s text, and nothing if there is none', async () => {
  await toastAnswer(Promise.resolve('Erfolgreich'));
  expect(shown()).toMatchObject({ kind: 'ok', text: 'Erfolgreich' });
  useToast.setState({ message: null });
  await toastAnswer(Promise.resolve(''));
  expect(shown()).toBeNull();
  await toastAnswer(Promise.reject(new CallError(1221, 'Already closed', true)));
  expect(shown()).toMatchObject({ kind: 'bad', text: 'Already closed' });
});

test('R-ERR-03 a change without an answer is explained like an order', async () => {
  await toastAnswer(Promise.reject(new CallError('ERR_NETWORK', '', false)));
  expect(shown()?.text).toMatch(/^The server did not answer\..* Code ERR_NETWORK$/);
});
