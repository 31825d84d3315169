import { useRef } from 'react';
import { t } from '../../i18n/text.ts';
import { Icon } from '../../ui/Icon.tsx';
import { FileInput } from '../../widgets/pictures/FileInput.tsx';
import type { Picture, PictureSlot } from '../../widgets/pictures/picture-upload.ts';

/** Picture that proves the payment: chosen or taken, uploaded with progress, removable. */
export function ProofTile({ slot, isLocked }: { slot: PictureSlot; isLocked: boolean }) {
  const camera = useRef<HTMLInputElement>(null);
  const library = useRef<HTMLInputElement>(null);
  const { picture } = slot;
  return (
    <>
      <h2 className="sec">
        {t('deposit.proof')}
        <span className="t3">{t('deposit.oneImage')}</span>
      </h2>
      <div className="pad">
        {picture.phase === 'empty' ? (
          <div className="proof">
            <button type="button" className="proof-b" onClick={() => library.current?.click()}>
              <Icon name="upload" size={22} />
              {t('deposit.addProof')}
            </button>
            <button type="button" className="proof-s" onClick={() => camera.current?.click()}>
              {t('deposit.orCamera')}
            </button>
          </div>
        ) : (
          <div className="upl" role="group" aria-label={t('deposit.proof')}>
            <Thumbnail picture={picture} />
            <Progress picture={picture} />
            <button
              type="button"
              className="ib"
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
    if (picture.preview !== null) return <img className="upl-t" src={picture.preview} alt={t('deposit.proof')} />;
  }
  return (
    <span className="upl-t upl-t--none">
      <Icon name="file" size={26} />
    </span>
  );
}

function Progress({ picture }: { picture: Picture }) {
  if (picture.phase === 'empty') return null;
  if (picture.phase === 'preparing') {
    return (
      <div className="upl-p" role="status">
        {t('verify.preparing')}
      </div>
    );
  }
  const percent = picture.phase === 'sending' ? Math.round(picture.share * 100) : 100;
  const [sent, whole] = [(picture.bytes * percent) / 100, picture.bytes];
  return (
    <div className="upl-p">
      <bdi className="upl-n">{picture.name}</bdi>
      <div className="between xs t3">
        {picture.phase === 'sending' ? (
          <>
            <span className="num">{t('deposit.sizeOf', { sent: megabytes(sent), whole: megabytes(whole) })}</span>
            <span className="num b t2">{percent}%</span>
          </>
        ) : (
          <>
            <span className="num">{t('deposit.size', { whole: megabytes(whole) })}</span>
            <span className="upl-ok" role="status">
              <Icon name="okay" size={14} />
              {t('verify.uploaded')}
            </span>
          </>
        )}
      </div>
      <div
        className="bar"
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
