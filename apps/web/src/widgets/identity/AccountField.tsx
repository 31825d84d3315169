import { t } from '../../i18n/text.ts';
import { AreaPicker } from '../../ui/AreaPicker.tsx';
import type { FieldControl } from '../../ui/Field.tsx';
import { Field } from '../../ui/Field.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import typographyStyles from '../../ui/typography.module.css';
import type { AccountChoice } from './account-choice.ts';

export interface AccountFieldProps {
  readonly choice: AccountChoice;
  readonly control: FieldControl;
  /** Autocomplete token for a mobile number. */
  readonly mobileAs: 'username' | 'tel-national';
}

/** E-mail or mobile: a choice if the company offers both, and the field. */
export function AccountField({ choice, control, mobileAs }: AccountFieldProps) {
  const { areas } = choice;
  return (
    <>
      {choice.types.length < 2 ? null : (
        <Segmented
          label={t('auth.accountType')}
          value={choice.type}
          onChange={(type) => control.onChange(choice.pick(type, control.value))}
          options={choice.types.map((type) => ({
            value: type,
            label: type === 'email' ? t('auth.email') : t('auth.mobile'),
          }))}
        />
      )}
      {choice.type === 'email' ? (
        <Field
          key="email"
          {...control}
          label={t('auth.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          placeholder="name@example.com"
          isLatin
          maxLength={254}
          enterKeyHint="next"
        />
      ) : (
        <Field
          key="mobile"
          {...control}
          label={t('auth.mobileNumber')}
          type="tel"
          inputMode="tel"
          autoComplete={mobileAs}
          isLatin
          isNumeric
          maxLength={32}
          enterKeyHint="next"
          hint={
            areas.isError ? (
              <button type="button" className={typographyStyles.link} onClick={() => void areas.refetch()}>
                {t('area.failed')}
              </button>
            ) : undefined
          }
          before={<AreaPicker areas={areas.data ?? []} value={choice.areaId} onChange={choice.pickArea} />}
        />
      )}
    </>
  );
}
