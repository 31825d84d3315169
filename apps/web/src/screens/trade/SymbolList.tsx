import { useState } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { useCategories, useInstruments } from '../../data/queries.ts';
import { t } from '../../i18n/text.ts';
import { chooseInstrument } from '../../session/settings-store.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import { Overlay } from '../../ui/Overlay.tsx';
import searchFieldStyles from '../../ui/SearchField.module.css';
import sheetStyles from '../../ui/Sheet.module.css';
import { InstrumentLogo } from '../../widgets/InstrumentLogo.tsx';
import { LivePrice } from '../../widgets/LivePrice.tsx';
import { tradeStateOf, useQuoteFact } from '../../widgets/live-quote.ts';
import { LiveSparkline } from '../../widgets/market/LiveSparkline.tsx';
import { MarketChips } from '../../widgets/market/MarketChips.tsx';
import marketRowStyles from '../../widgets/market/MarketRow.module.css';
import { RowCaption, RowState } from '../../widgets/market/MarketRow.tsx';
import { type MarketFilter, matchesSearch, searchLetters, useFiltered } from '../../widgets/market/market-filter.ts';
import { NoFavourites } from '../../widgets/market/NoFavourites.tsx';
import { StarButton } from '../../widgets/market/StarButton.tsx';
import styles from './SymbolList.module.css';

/** Drawer with all instruments; choosing one closes it. */
export function SymbolDrawer({ currentId, onClose }: { currentId: number; onClose: () => void }) {
  return (
    <Overlay onClose={onClose}>
      {(close) => (
        <section
          className={styles.drawer}
          data-part="drawer"
          role="dialog"
          aria-modal="true"
          aria-label={t('trade.instruments')}
          tabIndex={-1}
        >
          <div className={sheetStyles.header}>
            <div className={sheetStyles.title}>{t('trade.instruments')}</div>
            <button
              type="button"
              className={cx(buttonStyles.iconButton, buttonStyles.inWell)}
              aria-label={t('common.close')}
              onClick={close}
            >
              <Icon name="close" size={22} />
            </button>
          </div>
          <SymbolList currentId={currentId} onPicked={close} />
        </section>
      )}
    </Overlay>
  );
}

/** Search, categories and rows: in the drawer, or in the first column of a desk. */
export function SymbolList({
  currentId,
  onPicked,
  isDesk = false,
}: {
  currentId: number;
  onPicked: () => void;
  isDesk?: boolean;
}) {
  const [text, setText] = useState('');
  const [filter, setFilter] = useState<MarketFilter>(null);
  const categories = useCategories().data ?? [];
  const instruments = useInstruments().data ?? nothing;
  const letters = searchLetters(text);
  const shown = useFiltered(instruments, filter).filter((facts) => matchesSearch(facts.spec, letters));
  const Row = isDesk ? DeskRow : DrawerRow;
  return (
    <>
      <label className={cx(searchFieldStyles.searchField, styles.fixed)} data-part="search-field">
        <Icon name="search" />
        <input
          type="search"
          autoComplete="off"
          aria-label={t('market.search')}
          placeholder={t('market.search')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <div className={cx(isDesk ? styles.deskGap : styles.phoneGap)} />
      <div className={styles.fixed}>
        <MarketChips filter={filter} onChange={setFilter} />
      </div>
      <div className={cx(isDesk ? styles.deskChipsGap : styles.deskGap)} />
      <div className={isDesk ? styles.deskList : styles.drawerList}>
        {shown.map((facts) => (
          <Row
            key={facts.id}
            facts={facts}
            isOn={facts.id === currentId}
            category={categories.find((one) => one.id === facts.spec.categoryId)?.name ?? ''}
            onPick={() => {
              chooseInstrument(facts.id, facts.spec);
              onPicked();
            }}
          />
        ))}
        {shown.length > 0 || instruments.length === 0 ? null : filter === 'favourites' && letters === '' ? (
          <NoFavourites paddingTop={24} />
        ) : (
          <Empty
            drawing="search"
            title={t('search.emptyTitle', { text })}
            text={t('search.emptyText')}
            paddingTop={48}
          />
        )}
      </div>
    </>
  );
}

const nothing: readonly InstrumentFacts[] = [];

interface RowProps {
  readonly facts: InstrumentFacts;
  readonly isOn: boolean;
  readonly category: string;
  readonly onPick: () => void;
}

function DrawerRow({ facts, isOn, category, onPick }: RowProps) {
  const { id, spec } = facts;
  return (
    <div className={marketRowStyles.starred}>
      <button
        type="button"
        className={cx(styles.row, isOn && styles.selected)}
        data-part="drawer-row"
        aria-current={isOn}
        data-testid="symbol-row"
        data-code={spec.code}
        onClick={onPick}
      >
        <InstrumentLogo facts={facts} size={32} />
        <span className={styles.texts}>
          <span className={marketRowStyles.code}>{spec.showCode}</span>
          <span className={marketRowStyles.caption} data-part="caption">
            {category}
          </span>
        </span>
        <span className={marketRowStyles.prices}>
          <LivePrice id={id} digits={spec.digits} className={cx(figuresStyles.inRow, marketRowStyles.price)} flashes />
          <RowState id={id} />
        </span>
      </button>
      <StarButton facts={facts} className={marketRowStyles.star} />
    </div>
  );
}

function DeskRow({ facts, isOn, category, onPick }: RowProps) {
  const { id, spec } = facts;
  const state = useQuoteFact(id, tradeStateOf);
  const isOff = state === 'closed' || state === 'no-price';
  return (
    <button
      type="button"
      className={cx(styles.deskRow, isOn && styles.selected, isOff && marketRowStyles.closed, styles.deskRowButton)}
      data-part="desk-row"
      aria-current={isOn}
      data-testid="symbol-row"
      data-code={spec.code}
      onClick={onPick}
    >
      <InstrumentLogo facts={facts} size={28} />
      <span className={styles.texts}>
        <span className={cx(marketRowStyles.code, styles.code)}>{spec.showCode}</span>
        <RowCaption facts={facts} category={category} isOpen={!isOff} className={styles.caption} />
      </span>
      <LiveSparkline id={id} width={52} height={28} className={styles.sparkline} />
      <span className={marketRowStyles.prices}>
        <LivePrice
          id={id}
          digits={spec.digits}
          className={cx(figuresStyles.inRow, marketRowStyles.price, styles.price)}
          flashes
        />
        <RowState id={id} changeClassName={styles.change} badgeClassName={styles.badge} />
      </span>
    </button>
  );
}
