import type { Captcha } from '@candor/contracts/http/identity';
import type { UseQueryResult } from '@tanstack/react-query';
import { t } from '../../i18n/text.ts';
import type { FieldControl } from '../../ui/Field.tsx';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Bone } from '../../ui/Skeleton.tsx';
import styles from './CaptchaField.module.css';

export interface CaptchaFieldProps {
  readonly control: FieldControl;
  readonly captcha: UseQueryResult<Captcha>;
}

/** Captcha: a picture and a field for its characters; a tap on the picture requests another. */
export function CaptchaField({ control, captcha }: CaptchaFieldProps) {
  return (
    <Field
      {...control}
      label={t('captcha.label')}
      placeholder={t('captcha.placeholder')}
      hint={captcha.isError ? t('captcha.failed') : t('captcha.hint')}
      autoComplete="off"
      isLatin
      maxLength={16}
      after={
        <button
          type="button"
          className={styles.captcha}
          aria-label={t('captcha.refresh')}
          aria-busy={captcha.isFetching}
          onClick={() => {
            control.onChange('');
            void captcha.refetch();
          }}
        >
          <CaptchaPicture captcha={captcha} />
        </button>
      }
    />
  );
}

function CaptchaPicture({ captcha }: { captcha: UseQueryResult<Captcha> }) {
  if (captcha.isFetching) return <Bone width="100%" height="100%" borderRadius={0} />;
  if (captcha.data === undefined) return <Icon name="refresh" size={22} />;
  return <img src={captcha.data.b64s} alt={t('captcha.alt')} width={156} height={52} />;
}
