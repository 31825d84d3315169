import { QueryObserver } from '@tanstack/react-query';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

beforeAll(() => {
  vi.resetModules();
  vi.doMock('./api.ts', () => ({ api: {} }));
  vi.stubGlobal('location', { origin: 'http://localhost' });
});
afterAll(() => {
  vi.doUnmock('./api.ts');
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('R-ALR-07 unread notices that are asked for when another one comes are asked for again', async () => {
  await import('./notice-list.ts');
  const { queryClient, refreshOrders } = await import('./queries.ts');
  const answers: ((unread: number) => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['mine', 'unread-notices'],
    queryFn: () => new Promise<number>((answer) => answers.push(answer)),
  });
  const leave = observer.subscribe(() => undefined);
  await expect.poll(() => answers.length).toBe(1);
  // Two reasons in one turn ask once.
  refreshOrders();
  refreshOrders();
  await expect.poll(() => answers.length).toBe(2);
  answers[0]?.(0);
  answers[1]?.(1);
  await expect.poll(() => observer.getCurrentResult().data).toBe(1);
  expect(answers.length).toBe(2);
  leave();
  queryClient.clear();
});
