import dns from 'node:dns';

const toLocalhost = (name: string) => (/\.localhost\.?$/.test(name) ? 'localhost' : name);
let isDone = false;

/**
 * Lets this process reach names under `localhost`, which are this machine to browsers (RFC 6761) but not to every
 * system's resolver: for what a test asks from here in place of a page, such as `route.fetch` of the browser's driver.
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
