import { createBrowserHistory } from '@tanstack/react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { goBack } from './way-back.ts';

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
