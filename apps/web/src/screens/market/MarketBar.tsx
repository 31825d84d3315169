import { Link } from '@tanstack/react-router';
import { t } from '../../i18n/text.ts';
import { useIsDesk } from '../../platform/media.ts';
import { type MarketSort, marketSorts, useSettings } from '../../session/settings-store.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { SortSelect } from '../../ui/SortSelect.tsx';
import { SourceLabel } from '../../widgets/SourceLabel.tsx';
import styles from './MarketBar.module.css';

const sortTexts = {
  popular: 'market.popularFirst',
  change: 'market.changeFirst',
  spread: 'market.spreadFirst',
  volume: 'market.volumeFirst',
  name: 'market.byName',
} as const satisfies Record<MarketSort, string>;

/** Order of the list, and the switch between sparklines and price keys (R-SCR-88, R-SCR-89). */
export function MarketBar({ source }: { readonly source: string | undefined }) {
  const sort = useSettings((settings) => settings.marketSort);
  const hasPriceKeys = useSettings((settings) => settings.hasPriceKeys);
  const isDesk = useIsDesk();
  return (
    <div className={styles.bar}>
      <SortSelect
        label={t('order.sort')}
        value={sort}
        options={marketSorts.map((value) => ({ value, text: t(sortTexts[value]) }))}
        onChange={(marketSort) => useSettings.setState({ marketSort })}
        testId="market-sort"
      />
      <SourceLabel source={source} className={styles.source} />
      <Link to="/strength" className={cx(buttonStyles.iconButton, styles.map)} aria-label={t('market.strength')}>
        <Icon name="grid" size={20} />
      </Link>
      {isDesk ? null : (
        <button
          type="button"
          className={cx(styles.mode, hasPriceKeys && styles.modeOn)}
          aria-pressed={hasPriceKeys}
          data-testid="price-keys"
          onClick={() => useSettings.setState({ hasPriceKeys: !hasPriceKeys })}
        >
          {t('market.bidAsk')}
        </button>
      )}
    </div>
  );
}
