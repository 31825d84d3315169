import { rankedTradesMin } from '@candor/contracts/http/paths';
import { t } from '../../i18n/text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import styles from './Ranking.module.css';

/** Says that copying a trader is not offered yet (R-SCR-41). */
export function SoonDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title={t('rank.soonTitle')}
      icon={<Icon name="documentary" />}
      label={t('rank.gotIt')}
      onClose={onClose}
      onConfirm={() => undefined}
    >
      <p>{t('rank.soonText')}</p>
    </Dialog>
  );
}

/** Explains who is ranked and how; every rate names its basis (R-RANK-02). */
export function HowSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title={t('rank.how')} label={t('rank.how')} onClose={onClose}>
      <div className={styles.explanation}>
        <p>{t('rank.howWho', { count: rankedTradesMin })}</p>
        <p>{t('rank.howRate')}</p>
        <p>{t('rank.howTotal')}</p>
        <p>{t('rank.howNames')}</p>
        <p>{t('rank.howPast')}</p>
      </div>
    </Sheet>
  );
}
