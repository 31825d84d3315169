import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { plainSearch, readSearch } from './app-search.ts';

// Without `document`, the router runs as on a server.
beforeAll(() => void vi.stubGlobal('document', undefined));
afterAll(() => void vi.unstubAllGlobals());

/** Search parameters that the router passes to the pages of an address. */
function opened(address: string): Readonly<Record<string, unknown>> {
  const root = createRootRoute({ validateSearch: readSearch });
  const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '/register' })]);
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree, history, ...plainSearch });
  return router.matchRoutes(router.parseLocation(history.location)).at(-1)?.search ?? expect.unreachable();
}

describe('R-NAV-05 R-INV-01 search parameters of an address', () => {
  it.each([
    ['invite_code={"a":1}', 'invite_code'],
    ['invite_code=%3Cb%3E', 'invite_code'],
    [`invite_code=${'a'.repeat(300)}`, 'invite_code'],
    ['type=9', 'type'],
    ['type=bank', 'type'],
    ['currency=1.5', 'currency'],
    ['id=[1]', 'id'],
    ['from={"a":1}', 'from'],
    ['from=//evil.example', 'from'],
    ['view=1', 'view'],
  ])('%s reaches no page', (search, key) => {
    expect(opened(`/register?${search}`)[key]).toBeUndefined();
  });

  it('are read if they are valid; unknown ones stay', () => {
    expect(opened('/register?from=/order&invite_code=12345678&type=2&utm=x&currency=1.5')).toMatchObject({
      from: '/order',
      invite_code: '12345678',
      type: 2,
      utm: 'x',
    });
  });

  it.each(['527584215', '1e5', '0012', 'true'])('keep the invitation code %s as text', (code) => {
    const root = createRootRoute({ validateSearch: readSearch });
    const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '/register' })]);
    const history = createMemoryHistory({ initialEntries: [`/register?invite_code=${code}`] });
    const router = createRouter({ routeTree, history, ...plainSearch });
    const { search } = router.parseLocation(history.location);
    expect(search).toEqual({ invite_code: code });
    expect(router.buildLocation({ to: '/register', search } as never).searchStr).toBe(`?invite_code=${code}`);
  });

  it('absent parameters are not written', () => expect(readSearch({ utm: 'x' })).toEqual({}));
});
