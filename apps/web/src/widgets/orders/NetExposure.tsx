import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useAllHolding } from '../../data/queries.ts';
import { quotes } from '../../data/quotes.ts';
import { signedText } from '../../format/number-text.ts';
import { t } from '../../i18n/text.ts';
import { useSession } from '../../session/session-store.ts';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import styles from './NetExposure.module.css';
import { type Exposure, exposuresOf, size } from './position-values.ts';
import { useHoldingMark, useOrderList } from './use-order-list.ts';

/** Currencies shown before the list is opened. */
const firstCurrencies = 5;
const renewMs = 1_000;

/**
 * Net exposure of all open positions per currency, in the account's currency at mid: the amounts add up to zero
 * (R-SCR-85). Absent without positions, and while one of them has no price.
 */
export function NetExposure() {
  const { orders, total } = useOrderList('holding');
  return orders.length < total ? <LaterExposure /> : <Exposures />;
}

/** Before all pages of the list are loaded: a button that loads them. */
function LaterExposure() {
  const [isAsked, setAsked] = useState(false);
  return (
    <div className={styles.exposure}>
      <div className={styles.head}>
        <span className={styles.title}>{t('order.exposure')}</span>
        <button type="button" className={styles.more} disabled={isAsked} onClick={() => setAsked(true)}>
          {t('order.exposureShow')}
          <Icon name="down" size={14} />
        </button>
      </div>
      {isAsked ? <LoadAllHolding /> : null}
    </div>
  );
}

/** Loads all pages of open positions. */
export function LoadAllHolding() {
  useAllHolding();
  return null;
}

function Exposures() {
  const exposures = useExposures();
  const currency = useSession((session) => session.user?.currency) ?? '';
  const mark = useHoldingMark();
  const [isOpen, setOpen] = useState(false);
  if (exposures.length === 0) return null;
  const largest = size(exposures[0] ?? { currency, amount: 1n });
  const isMore = exposures.length > firstCurrencies;
  return (
    <section className={styles.exposure} aria-label={t('order.exposure')} data-testid="net-exposure" {...mark}>
      <div className={styles.head}>
        <span className={styles.title}>{t('order.exposure')}</span>
        {isMore ? (
          <button type="button" className={styles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('order.exposureIn', { currency })}
            <Icon name={isOpen ? 'up' : 'down'} size={14} />
          </button>
        ) : (
          <span>{t('order.exposureIn', { currency })}</span>
        )}
      </div>
      <dl className={styles.grid} dir="ltr">
        {(isOpen ? exposures : exposures.slice(0, firstCurrencies)).map((exposure) => (
          <Bar key={exposure.currency} exposure={exposure} largest={largest} />
        ))}
      </dl>
    </section>
  );
}

function Bar({ exposure, largest }: { exposure: Exposure; largest: bigint }) {
  const percent = Number((size(exposure) * 100n) / largest);
  return (
    <div>
      <dt>{exposure.currency}</dt>
      <dd>
        <span className={cx(figuresStyles.number, figuresStyles.live, figuresStyles.ofAccount)}>
          {signedText(String(exposure.amount), 0)}
        </span>
        <i className={exposure.amount < 0n ? styles.short : undefined} aria-hidden="true">
          <b style={{ width: `${percent}%` }} />
        </i>
      </dd>
    </div>
  );
}

const none: readonly Exposure[] = [];

/** Exposures at the last prices, renewed at most once a second. */
function useExposures(): readonly Exposure[] {
  const { orders, total, facts } = useOrderList('holding');
  const currency = useSession((session) => session.user?.currency) ?? null;
  const shown = useRef({ text: '', exposures: none });
  const ids = useMemo(() => [...facts.keys()], [facts]);
  const subscribe = useCallback(
    (listener: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const renew = () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          listener();
        }, renewMs);
      };
      const leaves = ids.map((id) => quotes.subscribe(id, renew));
      return () => {
        for (const leave of leaves) leave();
        clearTimeout(timer);
      };
    },
    [ids],
  );
  return useSyncExternalStore(subscribe, () => {
    const isWhole = orders.length === total && currency !== null;
    const exposures = isWhole ? (exposuresOf(orders, { facts, quotes, currency }) ?? none) : none;
    const text = exposures.map((one) => `${one.currency}${one.amount}`).join();
    if (text !== shown.current.text) shown.current = { text, exposures };
    return shown.current.exposures;
  });
}
