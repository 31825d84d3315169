import { expect, test } from 'vitest';
import { permissions } from '../packages/contracts/src/console/permissions.ts';
import { read } from './source-tree.ts';

const roles = ['support', 'cashier', 'dealer', 'compliance', 'admin'] as const;

test('R-OPS-02 the table of roles in the documents equals the enforced one', () => {
  const rows = read('docs/runbook/operators.md')
    .split('\n')
    .filter((line) => /^\| `[a-z.]+` /.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const written = Object.fromEntries(
    rows.map(([, name = '', ...cells]) => [name.replaceAll('`', ''), roles.filter((_, at) => cells[at] === 'yes')]),
  );
  expect(written).toEqual(
    Object.fromEntries(
      Object.entries(permissions).map(([name, may]) => [
        name,
        roles.filter((role) => (may as readonly string[]).includes(role)),
      ]),
    ),
  );
});
