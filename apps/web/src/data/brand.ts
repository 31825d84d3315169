import type { Brand } from '@candor/contracts/http/company';
import { t } from '../i18n/text.ts';
import { useBasicInfo } from './queries.ts';

/** Name, logo and colours of the company; those of the product until they are known or where it has none. */
export function useBrand(): Brand {
  const brand = useBasicInfo().data?.brand;
  return { logo: '', accents: null, ...brand, name: brand?.name || t('app.name') };
}
