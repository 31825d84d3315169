import { usableAccents } from '@candor/design/brand-accents';
import { useEffect } from 'react';
import { useBrand } from '../data/company.ts';
import { applyBrand } from '../theme/brand.ts';
import { useThemeName } from '../theme/theme.ts';

/** Applies the company's colours to the page, as far as they are legible on its theme. */
export function BrandStyle() {
  const { accents } = useBrand();
  const theme = useThemeName() === 'dark' ? 'dark' : 'light';
  useEffect(() => {
    const usable = accents === null ? null : usableAccents(accents, theme);
    applyBrand({ accents: usable }, document.documentElement.style);
  }, [accents, theme]);
  return null;
}
