import { formatMoney, parseMoney, toMoney } from '@candor/domain/values/money';
import { parsePrice } from '@candor/domain/values/price';
import type { ReactNode } from 'react';
import { useAccount } from '../../data/account.ts';
import { removeAlert } from '../../data/alerts.ts';
import { type InstrumentFacts, toTicks } from '../../data/instruments.ts';
import { type FiredAlert, ticksAway, type WaitingAlert } from '../../data/price-alert.ts';
import { changeText, inSentence, ratioText, signedText } from '../../format/number-text.ts';
import { momentText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { useSession } from '../../session/session-store.ts';
import { shownZone } from '../../session/shown-zone.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import listRowStyles from '../../ui/ListRow.module.css';
import { Logo } from '../../ui/Logo.tsx';
import { showToast } from '../../ui/toast.ts';
import { kindIcons } from '../../widgets/alerts/AlertSheet.tsx';
import { alertName, awayText, firedText, watchedName } from '../../widgets/alerts/alert-texts.ts';
import { useSlowQuote, useStaleMark } from '../../widgets/live-quote.ts';
import { useOrderList } from '../../widgets/orders/use-order-list.ts';
import { toastError } from '../../widgets/toast-error.ts';
import styles from './AlertsScreen.module.css';

type AlertOf<Kind extends WaitingAlert['kind']> = Extract<WaitingAlert, { readonly kind: Kind }>;

/** One alert that waits, with its distance now. */
export function AlertRow({ alert, facts }: { alert: WaitingAlert; facts: InstrumentFacts | undefined }) {
  const currency = useSession((session) => session.user?.currency) ?? '';
  const name = alertName(alert, currency);
  return (
    <li className={listRowStyles.row} data-testid="alert-row">
      <AlertLogo alert={alert} facts={facts} />
      <span className={listRowStyles.text}>
        <span className={figuresStyles.number}>{name}</span>
        <small>
          <Distance alert={alert} facts={facts} currency={currency} />
        </small>
      </span>
      <button
        type="button"
        className={buttonStyles.iconButton}
        aria-label={t('alerts.remove', { name })}
        onClick={() => void removeAlert(alert.id).then(() => showToast('ok', t('alerts.removed')), toastError)}
      >
        <Icon name="close" size={20} />
      </button>
    </li>
  );
}

interface DistanceProps {
  readonly alert: WaitingAlert;
  readonly facts: InstrumentFacts | undefined;
  readonly currency: string;
}

function Distance({ alert, facts, currency }: DistanceProps) {
  switch (alert.kind) {
    case 'price':
      return <PriceAway alert={alert} facts={facts} />;
    case 'percent':
      return <MoveSoFar alert={alert} facts={facts} />;
    case 'margin':
      return <MarginNow />;
    case 'profit':
      return <ResultNow alert={alert} currency={currency} />;
    case 'swap':
      return t('alerts.nextCheck', { time: momentText(alert.checkAtMs, shownZone(), localeTag()) });
  }
}

function Live({ children }: { children: ReactNode }) {
  return (
    <span className={cx(figuresStyles.number, figuresStyles.live)} data-testid="alert-away">
      {children}
    </span>
  );
}

function PriceAway({ alert, facts }: { alert: AlertOf<'price'>; facts: InstrumentFacts | undefined }) {
  const quote = useSlowQuote(alert.instrumentId);
  const level = facts === undefined ? null : parsePrice(alert.price, facts.spec.digits);
  const sides = facts === undefined ? null : toTicks(quote, facts.spec.digits);
  const away =
    facts === undefined || level === null || sides === null
      ? t('market.noPrice')
      : awayText(ticksAway(alert, level, sides), facts.spec.pipTicks);
  return (
    <span {...useStaleMark(alert.instrumentId)}>
      {watchedName(alert.side)}, {t('alerts.once')} · <Live>{away}</Live>
    </span>
  );
}

function MoveSoFar({ alert, facts }: { alert: AlertOf<'percent'>; facts: InstrumentFacts | undefined }) {
  const quote = useSlowQuote(alert.instrumentId);
  const sides = facts === undefined ? null : toTicks(quote, facts.spec.digits);
  const from = facts === undefined ? null : parsePrice(alert.from, facts.spec.digits);
  const moved = sides === null || from === null ? null : ((sides[alert.side] - from) * 100) / from;
  return (
    <span {...useStaleMark(alert.instrumentId)}>
      {watchedName(alert.side)}, {t('alerts.fromPrice', { price: alert.from })} ·{' '}
      <Live>{moved === null ? t('market.noPrice') : nowText(changeText(moved.toFixed(8)))}</Live>
    </span>
  );
}

function MarginNow() {
  const { marginLevel, margin } = useAccount();
  const isKnown = marginLevel !== null && (parseMoney(margin ?? '') ?? 0n) > 0n;
  return <Live>{isKnown ? nowText(ratioText(marginLevel)) : t('alerts.noPosition')}</Live>;
}

function ResultNow({ alert, currency }: { alert: AlertOf<'profit'>; currency: string }) {
  const profit = useAccount((account) => account.orders[alert.orderId]?.profit);
  const order = useOrderList('holding').orders.find(({ id }) => id === alert.orderId);
  const [now, swap] = [parseMoney(profit ?? ''), parseMoney(order?.swap ?? '0')];
  const result = now === null || swap === null ? null : formatMoney(toMoney(now + swap));
  return (
    <span {...useStaleMark(alert.instrumentId)}>
      <Live>{nowText(`${signedText(result)} ${currency}`)}</Live>
    </span>
  );
}

function nowText(value: string): string {
  return t('alerts.nowAt', { value: inSentence(value, localeTag()) });
}

/** One alert that fired, with what met it. */
export function FiredRow({ fired, facts }: { fired: FiredAlert; facts: InstrumentFacts | undefined }) {
  const currency = useSession((session) => session.user?.currency) ?? '';
  const { alert, atMs } = fired;
  return (
    <li className={listRowStyles.row} data-testid="alert-fired">
      <AlertLogo alert={alert} facts={facts} />
      <span className={listRowStyles.text}>
        <span className={figuresStyles.number}>{alertName(alert, currency)}</span>
        <small className={figuresStyles.number}>
          {firedText(fired, currency)}
          {'side' in alert ? ` · ${watchedName(alert.side)}` : null}
        </small>
        <small className={figuresStyles.number}>{momentText(atMs, shownZone(), localeTag())}</small>
      </span>
    </li>
  );
}

function AlertLogo({ alert, facts }: { alert: WaitingAlert; facts: InstrumentFacts | undefined }) {
  if (alert.kind === 'margin' || alert.kind === 'swap')
    return (
      <span className={styles.icon}>
        <Icon name={kindIcons[alert.kind]} size={18} />
      </span>
    );
  const code = facts?.spec.code ?? alert.showCode.replace('/', '');
  return <Logo code={code} showCode={alert.showCode} src={facts?.logo ?? ''} size={36} />;
}
