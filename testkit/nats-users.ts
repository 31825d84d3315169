import { readFileSync } from 'node:fs';

/**
 * Returns the users of NATS by role as docs/runbook/cluster.md gives them, for a number of shards, as a part of the server's
 * configuration. `passwordOf` makes the password of a role.
 */
export function natsUsers(shards: number, passwordOf: (role: string) => string): string {
  const page = readFileSync(new URL('../docs/runbook/cluster.md', import.meta.url), 'utf8');
  const [, block = ''] = /```\n(authorization \{[\s\S]*?)```/.exec(page) ?? [];
  const all = Array.from({ length: shards }, (_, shard) => `core-${shard}`);
  return block
    .replaceAll(/"[^"]*core-0[^"]*"/g, (subject) => all.map((core) => subject.replaceAll('core-0', core)).join(', '))
    .replaceAll(/password: \$(\w+)/g, (_, name: string) => `password: "${passwordOf(name.toLowerCase())}"`);
}
