import type { ReactNode } from 'react';
import { useId, useRef } from 'react';
import { t } from '../../i18n/text.ts';
import bigIconStyles from '../../ui/BigIcon.module.css';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { FileInput } from '../../widgets/pictures/FileInput.tsx';
import type { Picture, PictureSlot } from '../../widgets/pictures/picture-upload.ts';
import styles from './PictureTile.module.css';

export interface PictureTileProps {
  readonly label: string;
  readonly slot: PictureSlot;
  readonly isLocked: boolean;
  readonly className: string | undefined;
}

/** One side of the document: taken or chosen, uploaded with progress, replaceable. */
export function PictureTile({ label, slot, isLocked, className }: PictureTileProps) {
  const id = useId();
  const camera = useRef<HTMLInputElement>(null);
  const library = useRef<HTMLInputElement>(null);
  const { picture } = slot;
  return (
    <section aria-labelledby={id} className={className}>
      <div className={cx(typographyStyles.label, styles.label)}>
        <h3 id={id}>{label}</h3>
        <span role="status">
          {picture.phase === 'done' ? (
            <span className={styles.ready}>
              <Icon name="okay" size={16} />
              {t('verify.uploaded')}
            </span>
          ) : null}
        </span>
      </div>
      {picture.phase === 'empty' ? (
        <div className={styles.tile}>
          <EmptyTile
            label={label}
            onCamera={() => camera.current?.click()}
            onLibrary={() => library.current?.click()}
          />
        </div>
      ) : (
        <div className={cx(styles.tile, picture.phase === 'preparing' ? undefined : styles.filled)}>
          <Taken picture={picture} label={label} />
          <div className={styles.actions}>
            <button
              type="button"
              className={cx(buttonStyles.button, buttonStyles.small, styles.again)}
              disabled={isLocked}
              onClick={() => (picture.phase === 'done' ? library.current?.click() : slot.clear())}
            >
              {picture.phase === 'done' ? t('verify.retake') : t('common.cancel')}
            </button>
          </div>
        </div>
      )}
      <FileInput ref={camera} isCamera onFile={slot.take} />
      <FileInput ref={library} onFile={slot.take} />
    </section>
  );
}

function EmptyTile(props: { label: string; onCamera: () => void; onLibrary: () => void }) {
  return (
    <>
      <button
        type="button"
        className={styles.camera}
        aria-label={`${props.label}: ${t('verify.takePhoto')}`}
        onClick={props.onCamera}
      >
        <span className={cx(bigIconStyles.icon, styles.cameraIcon)} data-part="big-icon">
          <Icon name="camera" size={26} />
        </span>
        <b>{t('verify.takePhoto')}</b>
      </button>
      <button
        type="button"
        className={styles.photoLibrary}
        aria-label={`${props.label}: ${t('verify.chooseFile')}`}
        onClick={props.onLibrary}
      >
        {t('verify.chooseFile')}
      </button>
    </>
  );
}

function Taken({ picture, label }: { picture: Picture; label: string }): ReactNode {
  if (picture.phase === 'empty') return null;
  const preview = picture.phase === 'preparing' ? null : picture.preview;
  const percent = picture.phase === 'sending' ? Math.round(picture.share * 100) : 0;
  const text = picture.phase === 'preparing' ? t('verify.preparing') : t('verify.uploading', { percent });
  return (
    <>
      {preview === null ? (
        <div className={cx(styles.picture, styles.noPicture)}>
          {picture.phase === 'preparing' ? <i className={buttonStyles.spinner} /> : <Icon name="file" size={28} />}
          {picture.phase === 'preparing' ? null : t('verify.noPreview')}
        </div>
      ) : (
        <img className={styles.picture} src={preview} alt={label} />
      )}
      {picture.phase === 'done' ? null : (
        <div className={styles.progress}>
          <span className={cx(figuresStyles.number, typographyStyles.extraSmall)}>{text}</span>
          <div role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
            <i style={{ width: `${percent}%` }} />
          </div>
        </div>
      )}
    </>
  );
}
