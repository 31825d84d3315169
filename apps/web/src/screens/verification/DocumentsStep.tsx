import { t } from '../../i18n/text.ts';
import typographyStyles from '../../ui/typography.module.css';
import type { PictureSlot } from '../../widgets/pictures/picture-upload.ts';
import { PictureTile } from './PictureTile.tsx';
import styles from './Verification.module.css';

export interface DocumentsStepProps {
  readonly front: PictureSlot;
  readonly back: PictureSlot;
  /** True while everything is being sent: no picture can be replaced. */
  readonly isLocked: boolean;
}

export function DocumentsStep({ front, back, isLocked }: DocumentsStepProps) {
  return (
    <>
      <h2 className={typographyStyles.title}>{t('verify.photosTitle')}</h2>
      <p className={typographyStyles.lead}>{t('verify.photosText')}</p>
      <PictureTile label={t('verify.front')} slot={front} isLocked={isLocked} className={styles.front} />
      <PictureTile label={t('verify.back')} slot={back} isLocked={isLocked} className={styles.back} />
    </>
  );
}
