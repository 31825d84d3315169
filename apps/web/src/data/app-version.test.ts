import { expect, test, vi } from 'vitest';
import { createVersionCheck } from './app-version.ts';

function setUp(own: string | null, answers: (string | Error)[]) {
  const onNewer = vi.fn<() => void>();
  const fetchVersion = vi.fn<() => Promise<string>>(() => {
    const answer = answers.shift();
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer ?? '');
  });
  return { check: createVersionCheck({ own, fetchVersion, onNewer }), onNewer, fetchVersion };
}

test('R-SCR-61 a newer build is reported, the running one is not', async () => {
  const { check, onNewer } = setUp('aaa', ['aaa', 'bbb']);
  await check();
  expect(onNewer).not.toHaveBeenCalled();
  await check();
  expect(onNewer).toHaveBeenCalledOnce();
});

test('R-WIRE-20 R-ERR-03 a server that does not report its build causes no error and is asked again', async () => {
  const { check, onNewer } = setUp('aaa', [new TypeError('Failed to fetch'), 'bbb']);
  await expect(check()).resolves.toBeUndefined();
  expect(onNewer).not.toHaveBeenCalled();
  await check();
  expect(onNewer).toHaveBeenCalledOnce();
});

test('one request runs at a time, and an unbuilt app sends none', async () => {
  const { check, fetchVersion } = setUp('aaa', ['aaa', 'aaa']);
  await Promise.all([check(), check()]);
  expect(fetchVersion).toHaveBeenCalledOnce();
  const unbuilt = setUp(null, []);
  await unbuilt.check();
  expect(unbuilt.fetchVersion).not.toHaveBeenCalled();
});
