import { useState } from 'react';
import { chooseRanking, loadChoices, useRankingChoice } from '../data/choices.ts';
import { t } from '../i18n/text.ts';
import { Icon } from '../ui/Icon.tsx';
import { Toggle } from '../ui/Toggle.tsx';
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
    <div className="lrow lrow--told" aria-busy={isBusy}>
      <Icon name="rank" />
      <div className="lrow-t">
        {t('settings.ranking')}
        <p>{hasFailed ? t('settings.rankingFailed') : text}</p>
      </div>
      <span className="lrow-e" style={{ paddingInlineEnd: 4 }}>
        {isIn !== null ? (
          <Toggle label={t('settings.ranking')} isOn={isIn} onChange={choose} />
        ) : hasFailed ? (
          <button type="button" className="txtbtn" onClick={() => void loadChoices()}>
            {t('common.tryAgain')}
          </button>
        ) : (
          <i
            className="sk"
            role="status"
            aria-label={t('common.loading')}
            style={{ width: 46, height: 28, borderRadius: 14 }}
          />
        )}
      </span>
    </div>
  );
}
