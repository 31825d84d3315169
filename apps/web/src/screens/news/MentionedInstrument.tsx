import type { NewsArticle } from '@candor/contracts/http/content';
import { Link } from '@tanstack/react-router';
import { useMarketFeed } from '../../data/live.ts';
import { useInstruments } from '../../data/queries.ts';
import { t } from '../../i18n/text.ts';
import { chooseInstrument } from '../../session/settings-store.ts';
import { InstrumentLogo } from '../../widgets/InstrumentLogo.tsx';
import { LivePrice } from '../../widgets/LivePrice.tsx';
import { RowState } from '../../widgets/market/MarketRow.tsx';
import { mentionedCode } from './mentioned-code.ts';

/** Instrument mentioned in the article, with its live price and a link to its chart. */
export function MentionedInstrument({ article }: { article: NewsArticle }) {
  const { data } = useInstruments();
  useMarketFeed();
  const code = mentionedCode(
    `${article.title} ${article.desc} ${article.content}`,
    data?.map(({ spec }) => spec.showCode) ?? [],
  );
  const facts = data?.find(({ spec }) => spec.showCode === code);
  if (facts === undefined) return null;
  return (
    <div className="mentioned">
      <Link to="/trade" className="selrow" onClick={() => chooseInstrument(facts.id, facts.spec)}>
        <InstrumentLogo facts={facts} size={36} />
        <span className="grow">
          <b>{facts.spec.showCode}</b>
          <small>{t('news.mentioned')}</small>
        </span>
        <span className="mrow-p">
          <LivePrice id={facts.id} digits={facts.spec.digits} className="px--row" flashes />
          <RowState id={facts.id} />
        </span>
      </Link>
    </div>
  );
}
