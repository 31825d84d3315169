import { Link } from '@tanstack/react-router';
import type { Article } from '../../data/content-records.ts';
import { useMarketFeed } from '../../data/live.ts';
import { useInstruments } from '../../data/queries.ts';
import { t } from '../../i18n/text.ts';
import { chooseInstrument } from '../../session/settings-store.ts';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import layoutStyles from '../../ui/layout.module.css';
import selectRowStyles from '../../ui/SelectRow.module.css';
import { InstrumentLogo } from '../../widgets/InstrumentLogo.tsx';
import { LivePrice } from '../../widgets/LivePrice.tsx';
import marketRowStyles from '../../widgets/market/MarketRow.module.css';
import { RowState } from '../../widgets/market/MarketRow.tsx';
import styles from './MentionedInstrument.module.css';
import { mentionedCode } from './mentioned-code.ts';

/** Instrument mentioned in the article, with its live price and a link to its chart. */
export function MentionedInstrument({ article }: { article: Article }) {
  const { data } = useInstruments();
  useMarketFeed();
  const code = mentionedCode(
    `${article.title} ${article.desc} ${article.content}`,
    data?.map(({ spec }) => spec.showCode) ?? [],
  );
  const facts = data?.find(({ spec }) => spec.showCode === code);
  if (facts === undefined) return null;
  return (
    <div className={styles.mentioned} data-part="mentioned">
      <Link
        to="/trade"
        className={cx(selectRowStyles.row, styles.row)}
        data-part="select-row"
        onClick={() => chooseInstrument(facts.id, facts.spec)}
      >
        <InstrumentLogo facts={facts} size={36} />
        <span className={layoutStyles.grow}>
          <b>{facts.spec.showCode}</b>
          <small>{t('news.mentioned')}</small>
        </span>
        <span className={marketRowStyles.prices}>
          <LivePrice
            id={facts.id}
            digits={facts.spec.digits}
            className={cx(figuresStyles.inRow, marketRowStyles.price)}
            flashes
          />
          <RowState id={facts.id} />
        </span>
      </Link>
    </div>
  );
}
