import { t } from '../../i18n/text.ts';
import { useIsDesk } from '../../platform/media.ts';
import { Empty } from '../../ui/Empty.tsx';

/** Computed from accounts that opted in; until there is one, it says so (R-RANK-01). */
export function RankingScreen() {
  const isDesk = useIsDesk();
  return (
    <main className="scr fade-in">
      {isDesk ? null : (
        <header className="rootbar">
          <h1>{t('tab.rank')}</h1>
        </header>
      )}
      <Empty drawing="ranking" title={t('rank.emptyTitle')} text={t('rank.emptyText')} paddingTop={96} />
    </main>
  );
}
