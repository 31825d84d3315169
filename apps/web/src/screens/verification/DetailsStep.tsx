import { t } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';
import { cx } from '../../ui/class-names.ts';
import type { FieldControl } from '../../ui/Field.tsx';
import { Field } from '../../ui/Field.tsx';
import layoutStyles from '../../ui/layout.module.css';
import typographyStyles from '../../ui/typography.module.css';
import styles from './Verification.module.css';

export interface DetailsStepProps {
  /** Reason why the last documents were rejected; empty if there were none. */
  readonly remark: string;
  readonly field: (name: keyof Details) => FieldControl;
}

export function DetailsStep({ remark, field }: DetailsStepProps) {
  return (
    <>
      {remark === '' ? null : (
        <div className={styles.rejection}>
          <Banner kind="bad" title={t('verify.rejected')}>
            <span className={styles.remark}>{remark}</span> {t('verify.rejectedText')}
          </Banner>
        </div>
      )}
      <h2 className={typographyStyles.title}>{t('verify.detailsTitle')}</h2>
      <p className={typographyStyles.lead}>{t('verify.detailsText')}</p>
      <div className={cx(layoutStyles.column, styles.fields)}>
        <Field {...field('name')} label={t('verify.name')} autoComplete="name" maxLength={120} enterKeyHint="next" />
        <Field
          {...field('cardId')}
          label={t('verify.cardId')}
          hint={t('verify.cardIdHint')}
          autoComplete="off"
          maxLength={32}
          isLatin
          enterKeyHint="go"
        />
      </div>
      <div className={styles.note}>
        <Banner icon="lock">{t('verify.use')}</Banner>
      </div>
    </>
  );
}

export interface Details {
  readonly name: string;
  readonly cardId: string;
}

type Mutable<Shape> = { -readonly [Key in keyof Shape]?: Shape[Key] };

const cardIdPattern = /^[\p{L}\p{N}-]{4,32}$/u;

/**
 * Checks name and number, each with its own message if missing (R-KYC-01); returns the number as the server accepts it.
 */
export function checkDetails({ name, cardId }: Details): Readonly<Partial<Record<keyof Details, string>>> {
  const problems: Mutable<Details> = {};
  const letters = name.trim().length;
  if (letters < 2) problems.name = letters === 0 ? t('verify.enterName') : t('verify.nameShort');
  const number = cardId.trim();
  if (!cardIdPattern.test(number)) {
    problems.cardId = number === '' ? t('verify.enterCardId') : t('verify.cardIdWrong');
  }
  return problems;
}
