import type { Brand } from '@candor/contracts/http/company';

const tokens = { accent: '--color-accent', pressed: '--color-accent-pressed', on: '--color-on-accent' } as const;

/** Puts a company's accents in place of the product's; dark islands, as the account's card, keep the product's own. */
export function applyBrand(
  { accents }: Pick<Brand, 'accents'>,
  style: Pick<CSSStyleDeclaration, 'setProperty' | 'removeProperty'>,
): void {
  for (const [part, token] of Object.entries(tokens) as [keyof typeof tokens, string][]) {
    const colour = accents?.[part] ?? '';
    if (/^#[0-9a-f]{6}$/i.test(colour)) style.setProperty(token, colour);
    else style.removeProperty(token);
  }
}
