import type { Brand } from '@candor/contracts/http/company';

const tokens = { accent: '--color-accent', pressed: '--color-accent-pressed', on: '--color-on-accent' } as const;

/** Replaces the product's accents with the company's; dark islands, such as the account card, keep the product's. */
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

/** Picture types that a phone can show on its home screen; SVG is not among them. */
const picture = /\.(?:png|jpe?g)(?:[?#]|$)/i;

/**
 * Sets the app's name and icon for an iPhone, which takes them from the page instead of the manifest when it is added
 * to the home screen (R-SCR-62).
 */
export function applyHomeScreen(
  { name, logo }: Pick<Brand, 'name' | 'logo'>,
  page: Pick<Document, 'querySelector'>,
): void {
  const title = page.querySelector<HTMLMetaElement>('meta[name="apple-mobile-web-app-title"]');
  const icon = page.querySelector<HTMLLinkElement>('link[rel="apple-touch-icon"]');
  if (title !== null && name !== '') title.content = name;
  if (icon !== null && picture.test(logo)) icon.href = logo;
}
