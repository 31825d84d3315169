import { Suspense } from 'react';
import type { Invitation } from '../../data/account-records.ts';
import { t } from '../../i18n/text.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { Bone } from '../../ui/Skeleton.tsx';
import styles from './QrSheet.module.css';

/** Its library is used nowhere else on this page. */
const QrCode = lazyComponent(() => import('../../ui/QrCode.tsx'), 'QrCode');

/** QR code of the invitation link. */
export function QrSheet({ info, onClose }: { info: Invitation; onClose: () => void }) {
  return (
    <Sheet title={t('invite.qrTitle')} label={t('invite.qrTitle')} onClose={onClose}>
      <div className={styles.sheet}>
        <div className={styles.frame}>
          <Suspense fallback={<Bone width="100%" height="100%" />}>
            <QrCode text={info.link} label={t('invite.qrLabel')} className={styles.code} />
          </Suspense>
        </div>
        <b className={figuresStyles.number} dir="ltr">
          {info.code}
        </b>
      </div>
    </Sheet>
  );
}
