import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../../testkit/product.ts';
import type { Difference } from './image-difference.ts';

const goldenFolder = join(repositoryRoot, 'e2e', 'visual', 'golden');
export const outFolder = join(repositoryRoot, 'e2e', 'out');

export function goldenNames(): string[] {
  return readdirSync(goldenFolder).map((file) => file.replace(/\.png$/, ''));
}

export function readGolden(name: string): Buffer | null {
  const path = join(goldenFolder, `${name}.png`);
  return existsSync(path) ? readFileSync(path) : null;
}

export function writeGolden(name: string, picture: Buffer): void {
  mkdirSync(goldenFolder, { recursive: true });
  writeFileSync(join(goldenFolder, `${name}.png`), picture);
}

/** Writes the actual picture and its differences to `e2e/out`; returns a message with the next step. */
export function reportDifference(name: string, actual: Buffer, difference: Difference | null): string {
  mkdirSync(outFolder, { recursive: true });
  const actualPath = join(outFolder, `${name}.actual.png`);
  writeFileSync(actualPath, actual);
  const renew = 'If the screen is as it should be, renew it with UPDATE_GOLDEN=1.';
  if (difference === null) return `${name} has no golden image; what was built is ${actualPath}. ${renew}`;
  const diffPath = join(outFolder, `${name}.diff.png`);
  writeFileSync(diffPath, difference.picture);
  return `${name} differs from its golden image in ${difference.pixels} pixels and ${difference.squares} squares, ${difference.where}: see ${actualPath} and ${diffPath}. ${renew}`;
}
