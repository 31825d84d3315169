import dns from 'node:dns';

/**
 * Names under `localhost` are this machine, as browsers have it (RFC 6761); not every system's resolver knows so. For
 * what a test asks from here in place of a page, such as `route.fetch` of the browser's driver.
 */
const toLocalhost = (name: string) => (/\.localhost\.?$/.test(name) ? 'localhost' : name);

const { lookup } = dns;
const lookupSoon = dns.promises.lookup;
dns.lookup = Object.assign(
  (name: string, ...rest: unknown[]) => (lookup as (...all: unknown[]) => void)(toLocalhost(name), ...rest),
  lookup,
) as typeof dns.lookup;
dns.promises.lookup = ((name: string, ...rest: unknown[]) =>
  (lookupSoon as (...all: unknown[]) => unknown)(toLocalhost(name), ...rest)) as typeof dns.promises.lookup;
