import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { closeOnBack } from './close-on-back.ts';

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
    const told = { action, currentLocation: location, nextLocation: location };
    return (await Promise.all(blockers.map(({ blockerFn }) => blockerFn(told)))).some(Boolean);
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
