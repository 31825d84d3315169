import type { Locator, Page, Route } from 'playwright-core';
import type { FrameAction, PartState, PartStep, TextMatch } from './frame-commands.ts';

/** Sends one action to the frame; resolves to its result. */
export type Act = (action: FrameAction) => Promise<unknown>;

type RouteHandler = (route: Route) => unknown;

/** Handler that answers matching addresses instead of the network. */
export interface RoutedCall {
  readonly matches: (url: string) => boolean;
  readonly handle: RouteHandler;
  timesLeft: number;
}

/** Returns a matcher for a pattern of `page.route`: a regular expression, or a glob with `*` and `**`. */
export function matcherOf(pattern: RegExp | string): (url: string) => boolean {
  if (pattern instanceof RegExp) return (url) => pattern.test(url);
  const source = pattern
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\*+/g, (stars) => (stars.length > 1 ? '.*' : '[^/]*'));
  const whole = new RegExp(`^${source}$`);
  return (url) => whole.test(url);
}

function textMatch(text: string | RegExp, isExact = false): TextMatch {
  return text instanceof RegExp ? { source: text.source, flags: text.flags } : { text, isExact };
}

interface Named {
  readonly name?: string | RegExp;
  readonly exact?: boolean;
}

/** Returns the locator methods of a page, a frame or a part. */
function finders(steps: readonly PartStep[], act: Act) {
  const next = (step: PartStep) => frameLocator([...steps, step], act);
  return {
    locator: (selector: string) => next({ by: 'css', selector }),
    frameLocator: (selector: string) => next({ by: 'frame', selector }),
    getByTestId: (id: string) => next({ by: 'css', selector: `[data-testid="${id}"]` }),
    getByRole: (role: string, { name, exact }: Named = {}) =>
      next({ by: 'role', role, name: name === undefined ? null : textMatch(name, exact) }),
    getByText: (text: string | RegExp, { exact }: Named = {}) => next({ by: 'text', match: textMatch(text, exact) }),
    getByLabel: (text: string | RegExp, { exact }: Named = {}) => next({ by: 'label', match: textMatch(text, exact) }),
  };
}

interface GivenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

function frameLocator(steps: readonly PartStep[], act: Act): Locator {
  const place = (at: 'first' | 'last') => frameLocator([...steps, { by: 'place', at }], act);
  return onlyWith('locator', {
    ...finders(steps, act),
    first: () => place('first'),
    last: () => place('last'),
    click: () => act({ do: 'click', steps }),
    focus: () => act({ do: 'focus', steps }),
    scrollIntoViewIfNeeded: () => act({ do: 'scroll', steps }),
    fill: (text: string) => act({ do: 'fill', steps, text }),
    press: (key: string) => act({ do: 'press', steps, key }),
    waitFor: ({ state = 'visible' }: { state?: PartState } = {}) => act({ do: 'wait', steps, state }),
    setInputFiles: ({ name, mimeType, buffer }: GivenFile) =>
      act({ do: 'files', steps, files: [{ name, mimeType, base64: buffer.toString('base64') }] }),
  }) as unknown as Locator;
}

/** Returns the subset of Playwright's page that scenes use, run by the script in the scene's frame. */
export function framePage(act: Act, reload: () => Promise<void>, routed: RoutedCall[]): Page {
  return onlyWith('page', {
    ...finders([], act),
    reload,
    evaluate: (run: (argument: unknown) => unknown, argument?: unknown) =>
      act({ do: 'evaluate', source: String(run), argument }),
    waitForFunction: (run: (argument: unknown) => unknown, argument?: unknown) =>
      act({ do: 'waitForFunction', source: String(run), argument }),
    route: async (pattern: RegExp | string, handle: RouteHandler, { times = Number.POSITIVE_INFINITY } = {}) => {
      routed.unshift({ matches: matcherOf(pattern), handle, timesLeft: times });
    },
  }) as unknown as Page;
}

/** Makes unsupported members throw an error with their name. */
function onlyWith<Members extends object>(kind: string, members: Members): Members {
  return new Proxy(members, {
    get(target, key, receiver) {
      if (key in target || typeof key === 'symbol' || key === 'then') return Reflect.get(target, key, receiver);
      throw new Error(`A ${kind} of the gallery has no ${key}: add it in e2e/gallery/frame-page.ts.`);
    },
  });
}
