import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly {
    readonly target: readonly string[];
    readonly html: string;
    readonly any: readonly { readonly message: string }[];
  }[];
}

/** Rules that read colours: a theme that changes nothing else needs no others. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/** Returns axe's findings on the current page, one line per element, by all rules or those named. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // The page's policy blocks script tags; the debugger may still run a script.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const violations = await page.evaluate(
    async (only) => {
      const { axe } = window as unknown as { axe: { run: (options: object) => Promise<{ violations: Violation[] }> } };
      return (await axe.run({ resultTypes: ['violations'], ...only })).violations;
    },
    rules === undefined ? {} : { runOnly: { type: 'rule', values: rules } },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, any }) => `${id}: ${target.join(' ')} ${html.slice(0, 120)} ${any[0]?.message ?? ''}`),
  );
}
