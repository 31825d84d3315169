import { createBrowserHistory, createMemoryHistory } from '@tanstack/react-router';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { closeOnBack, goBack } from './back.ts';

/** A tab when a page loads: the history state that the browser has kept, and the number of entries before it. */
function openTab(kept: object | null) {
  const back = vi.fn<() => void>();
  const history = {
    state: kept,
    length: 7,
    back,
    pushState: keepState,
    replaceState: keepState,
  };
  function keepState(state: object): void {
    history.state = state;
  }
  const location = { pathname: '/language', search: '', hash: '' };
  const window = Object.assign(new EventTarget(), { history, location });
  const app = { history: createBrowserHistory({ window }) };
  open.push(app.history);
  return { app, back, history };
}

const open: { destroy(): void }[] = [];
afterEach(() => {
  for (const history of open.splice(0)) history.destroy();
});

describe('R-SCR-11 back stays in the app', () => {
  it('on a page opened by a link from another site', () => {
    const { app, back } = openTab(null);
    goBack(app, '/');
    expect(back).not.toHaveBeenCalled();
    expect(app.history.location.pathname).toBe('/');
  });

  it('also after such a page was replaced by another', () => {
    const { app, back } = openTab(null);
    app.history.replace('/login?from=/order');
    goBack(app, '/mine/wallet');
    expect(back).not.toHaveBeenCalled();
    expect(app.history.location.pathname).toBe('/mine/wallet');
  });

  it('and returns to the page before, also after a reload', async () => {
    const { app, back, history } = openTab(null);
    app.history.push('/mine/system');
    await Promise.resolve();
    goBack(app, '/');
    expect(back).toHaveBeenCalledOnce();

    const reloaded = openTab(history.state);
    goBack(reloaded.app, '/');
    expect(reloaded.back).toHaveBeenCalledOnce();
  });
});

type Blocker = Parameters<ReturnType<typeof createMemoryHistory>['block']>[0];

function setUp() {
  const blockers: Blocker[] = [];
  let tell: (open: number) => void = () => {};
  let closed = 0;
  const page = { open: 0 };
  closeOnBack({
    history: {
      block: (blocker) => {
        blockers.push(blocker);
        return () => void blockers.splice(blockers.indexOf(blocker), 1);
      },
    },
    closeTop: () => page.open > closed && ++closed > 0,
    onOverlays: (listener) => (tell = listener),
  });
  const location = createMemoryHistory().location;
  const isHeld = async (action: 'BACK' | 'PUSH') => {
    const move = { action, currentLocation: location, nextLocation: location };
    return (await Promise.all(blockers.map(({ blockerFn }) => blockerFn(move)))).some(Boolean);
  };
  const show = (open: number) => {
    page.open = open;
    tell(open);
  };
  return { blockers, isHeld, show, closed: () => closed };
}

test('Back closes the open overlays one by one, and then leaves the page', async () => {
  const { isHeld, show, closed } = setUp();
  expect(await isHeld('BACK')).toBe(false);
  show(1);
  show(2);
  expect(await isHeld('BACK')).toBe(true);
  expect(await isHeld('BACK')).toBe(true);
  expect(closed()).toBe(2);
  // Both are closing.
  expect(await isHeld('BACK')).toBe(false);
});

test('a link in a sheet is followed, and a page without overlays has no blocker', async () => {
  const { blockers, isHeld, show, closed } = setUp();
  show(1);
  expect(blockers).toHaveLength(1);
  expect(await isHeld('PUSH')).toBe(false);
  expect(closed()).toBe(0);
  show(0);
  expect(blockers).toEqual([]);
});
