import { useState } from 'react';
import { chooseRanking, loadChoices, useRankingChoice } from '../data/choices.ts';
import { t } from '../i18n/text.ts';
import buttonStyles from '../ui/Button.module.css';
import { cx } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';
import listRowStyles from '../ui/ListRow.module.css';
import skeletonStyles from '../ui/Skeleton.module.css';
import { Toggle } from '../ui/Toggle.tsx';
import styles from './RankingSwitch.module.css';
import { toastError } from './toast-error.ts';

/** Ranking opt-in switch; shows the server's state, not the optimistic one (R-RANK-02). */
export function RankingSwitch({ text }: { text: string }) {
  const { isIn, hasFailed } = useRankingChoice();
  const [isBusy, setBusy] = useState(false);

  function choose(next: boolean): void {
    if (isBusy) return;
    setBusy(true);
    chooseRanking(next)
      .catch(toastError)
      .finally(() => setBusy(false));
  }

  return (
    <div className={cx(listRowStyles.row, styles.explained)} aria-busy={isBusy}>
      <Icon name="rank" />
      <div className={listRowStyles.text}>
        {t('settings.ranking')}
        <p>{hasFailed ? t('settings.rankingFailed') : text}</p>
      </div>
      <span className={cx(listRowStyles.end, styles.end)}>
        {isIn !== null ? (
          <Toggle label={t('settings.ranking')} isOn={isIn} onChange={choose} />
        ) : hasFailed ? (
          <button
            type="button"
            className={cx(buttonStyles.textButton, listRowStyles.textAction)}
            onClick={() => void loadChoices()}
          >
            {t('common.tryAgain')}
          </button>
        ) : (
          <i
            className={cx(skeletonStyles.skeleton, styles.switchSkeleton)}
            data-part="skeleton"
            role="status"
            aria-label={t('common.loading')}
          />
        )}
      </span>
    </div>
  );
}
