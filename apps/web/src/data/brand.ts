import type { Brand } from '@candor/contracts/http/company';
import { t } from '../i18n/text.ts';
import { useBasicInfo } from './queries.ts';

/** The company's name, logo and colours; the product's own until, and unless, it has others. */
export function useBrand(): Brand {
  const brand = useBasicInfo().data?.brand;
  return { logo: '', accents: null, ...brand, name: brand?.name || t('app.name') };
}
