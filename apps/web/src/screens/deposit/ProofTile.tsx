import { useRef } from 'react';
import { t } from '../../i18n/text.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import typographyStyles from '../../ui/typography.module.css';
import { FileInput } from '../../widgets/pictures/FileInput.tsx';
import type { Picture, PictureSlot } from '../../widgets/pictures/picture-upload.ts';
import styles from './ProofTile.module.css';

/** Picture that proves the payment: chosen or taken, uploaded with progress, removable. */
export function ProofTile({ slot, isLocked }: { slot: PictureSlot; isLocked: boolean }) {
  const camera = useRef<HTMLInputElement>(null);
  const library = useRef<HTMLInputElement>(null);
  const { picture } = slot;
  return (
    <>
      <h2 className={layoutStyles.sectionTitle}>
        {t('deposit.proof')}
        <span className={layoutStyles.sectionNote}>{t('deposit.oneImage')}</span>
      </h2>
      <div className={layoutStyles.gutters}>
        {picture.phase === 'empty' ? (
          <div className={styles.proof}>
            <button type="button" className={styles.choose} onClick={() => library.current?.click()}>
              <Icon name="upload" size={22} />
              {t('deposit.addProof')}
            </button>
            <button type="button" className={styles.hint} onClick={() => camera.current?.click()}>
              {t('deposit.orCamera')}
            </button>
          </div>
        ) : (
          <div className={styles.upload} role="group" aria-label={t('deposit.proof')}>
            <Thumbnail picture={picture} />
            <Progress picture={picture} />
            <button
              type="button"
              className={buttonStyles.iconButton}
              aria-label={t('deposit.removeProof')}
              disabled={isLocked}
              onClick={slot.clear}
            >
              <Icon name="close" size={22} />
            </button>
          </div>
        )}
      </div>
      <FileInput ref={camera} isCamera onFile={slot.take} />
      <FileInput ref={library} onFile={slot.take} />
    </>
  );
}

function Thumbnail({ picture }: { picture: Picture }) {
  if (picture.phase === 'sending' || picture.phase === 'done') {
    if (picture.preview !== null)
      return <img className={styles.thumbnail} src={picture.preview} alt={t('deposit.proof')} />;
  }
  return (
    <span className={cx(styles.thumbnail, styles.noThumbnail)}>
      <Icon name="file" size={26} />
    </span>
  );
}

function Progress({ picture }: { picture: Picture }) {
  if (picture.phase === 'empty') return null;
  if (picture.phase === 'preparing') {
    return (
      <div className={styles.progress} role="status">
        {t('verify.preparing')}
      </div>
    );
  }
  const percent = picture.phase === 'sending' ? Math.round(picture.share * 100) : 100;
  const [sent, whole] = [(picture.bytes * percent) / 100, picture.bytes];
  return (
    <div className={styles.progress}>
      <bdi className={styles.name}>{picture.name}</bdi>
      <div className={cx(layoutStyles.apart, styles.sizes, typographyStyles.extraSmall, typographyStyles.tertiary)}>
        {picture.phase === 'sending' ? (
          <>
            <span className={figuresStyles.number}>
              {t('deposit.sizeOf', { sent: megabytes(sent), whole: megabytes(whole) })}
            </span>
            <span className={cx(figuresStyles.number, typographyStyles.strong, typographyStyles.secondary)}>
              {percent}%
            </span>
          </>
        ) : (
          <>
            <span className={figuresStyles.number}>{t('deposit.size', { whole: megabytes(whole) })}</span>
            <span className={styles.ready} role="status">
              <Icon name="okay" size={14} />
              {t('verify.uploaded')}
            </span>
          </>
        )}
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={t('deposit.proof')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <i style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}

/** Size in megabytes with one decimal, at least 0.1. */
function megabytes(bytes: number): string {
  return Math.max(bytes > 0 ? 0.1 : 0, bytes / 1_048_576).toFixed(1);
}
