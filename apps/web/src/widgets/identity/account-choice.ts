import type { AccountType } from '@candor/contracts/http/identity';
import { useRef, useState } from 'react';
import type { AccountName } from '../../data/sign-in.ts';
import { useAreas } from '../../data/sign-in.ts';
import { findAccountFault, toAccountText } from '../../form/identity-rules.ts';
import { t } from '../../i18n/text.ts';

/** Choice of e-mail or mobile, with the dialling area of a mobile number. */
export function useAccountChoice(types: readonly AccountType[]) {
  const [picked, setPicked] = useState<AccountType | null>(null);
  const [pickedArea, pickArea] = useState<number | null>(null);
  const typed = useRef<Partial<Record<AccountType, string>>>({});
  const type = picked !== null && types.includes(picked) ? picked : (types[0] ?? 'email');
  const areas = useAreas(type === 'mobile');
  // The second area of the list is the default (R-SES-13); a list of one has only the first.
  const areaId = pickedArea ?? areas.data?.[1]?.id ?? areas.data?.[0]?.id ?? null;

  return {
    types,
    type,
    areas,
    areaId,
    pickArea,
    /** Changes the type; returns what had been typed for it before. */
    pick(next: AccountType, account: string): string {
      typed.current[type] = account;
      setPicked(next);
      return typed.current[next] ?? '';
    },
    problemOf(account: string): string | undefined {
      const fault = findAccountFault(type, account);
      if (fault === null) return undefined;
      if (type === 'email') return fault === 'empty' ? t('auth.enterEmail') : t('auth.emailMalformed');
      return fault === 'empty' ? t('auth.enterMobile') : t('auth.mobileMalformed');
    },
    nameOf: (account: string): AccountName => ({
      type,
      account: toAccountText(type, account),
      areaId: type === 'mobile' ? areaId : null,
    }),
  };
}

export type AccountChoice = ReturnType<typeof useAccountChoice>;
