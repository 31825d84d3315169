import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../../testkit/product.ts';

/** How an older version is used again after a migration: beside what the migration made, or only after a restore. */
export interface WayBack {
  readonly migration: string;
  readonly way: 'beside' | 'restore';
}

const row = /^\| `(\d{4}-[a-z-]+)` +\| (beside|restore) +\|/gm;

/** Reads the table of `docs/runbook/upgrading.md`, in its order. */
export function readWaysBack(): WayBack[] {
  const text = readFileSync(join(repositoryRoot, 'docs', 'runbook', 'upgrading.md'), 'utf8');
  return [...text.matchAll(row)].map(([, migration = '', way]) => ({ migration, way: way as WayBack['way'] }));
}
