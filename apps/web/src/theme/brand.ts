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

/** What a phone can put on its home screen; it draws no SVG there. */
const picture = /\.(?:png|jpe?g)(?:[?#]|$)/i;

/** An iPhone asks the page, not the manifest, for the app's name and sign when it is put on the home screen (R-SCR-62). */
export function applyHomeScreen(
  { name, logo }: Pick<Brand, 'name' | 'logo'>,
  page: Pick<Document, 'querySelector'>,
): void {
  const title = page.querySelector<HTMLMetaElement>('meta[name="apple-mobile-web-app-title"]');
  const icon = page.querySelector<HTMLLinkElement>('link[rel="apple-touch-icon"]');
  if (title !== null && name !== '') title.content = name;
  if (icon !== null && picture.test(logo)) icon.href = logo;
}
