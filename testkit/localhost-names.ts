import dns from 'node:dns';

const toLocalhost = (name: string) => (/\.localhost\.?$/.test(name) ? 'localhost' : name);
let isDone = false;

/**
 * Lets this process resolve names under `localhost`, as browsers do (RFC 6761) but not every system: for a test's
 * calls, and for `route.fetch` of the driver.
 */
export function reachLocalhostNames(): void {
  if (isDone) return;
  isDone = true;
  const { lookup } = dns;
  const lookupSoon = dns.promises.lookup;
  dns.lookup = Object.assign(
    (name: string, ...rest: unknown[]) => (lookup as (...all: unknown[]) => void)(toLocalhost(name), ...rest),
    lookup,
  ) as typeof dns.lookup;
  dns.promises.lookup = ((name: string, ...rest: unknown[]) =>
    (lookupSoon as (...all: unknown[]) => unknown)(toLocalhost(name), ...rest)) as typeof dns.promises.lookup;
}
