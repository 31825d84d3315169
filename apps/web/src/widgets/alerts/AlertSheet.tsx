import { formatPrice, toPrice } from '@candor/domain/values/price';
import { useState } from 'react';
import type { AlertDraft } from '../../data/alert-form.ts';
import { setAlert } from '../../data/alerts.ts';
import { type InstrumentFacts, toTicks } from '../../data/instruments.ts';
import { useConnection, useTrading } from '../../data/live.ts';
import { type AlertLevel, ticksAway } from '../../data/price-alert.ts';
import { offerPush } from '../../data/push.ts';
import { useInstruments } from '../../data/queries.ts';
import { priceFromTyped } from '../../format/decimal-input.ts';
import { groupDigits } from '../../format/price-text.ts';
import { t } from '../../i18n/text.ts';
import { pressOnce } from '../../ui/BusyButton.tsx';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import listRowStyles from '../../ui/ListRow.module.css';
import { Segmented } from '../../ui/Segmented.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import stepperStyles from '../../ui/Stepper.module.css';
import { Stepper } from '../../ui/Stepper.tsx';
import { showToast } from '../../ui/toast.ts';
import { InstrumentLogo } from '../InstrumentLogo.tsx';
import { useSlowQuote, useStaleMark } from '../live-quote.ts';
import { steppedPrice } from '../stop-units.ts';
import { toastError } from '../toast-error.ts';
import styles from './AlertSheet.module.css';
import { alertName, awayText } from './alert-texts.ts';

/** Form of a new price alert; without an instrument it begins with a choice of one (R-ALR-04). */
export function AlertSheet({ draft, onClose }: { draft: AlertDraft; onClose: () => void }) {
  const all = useInstruments().data ?? [];
  const [chosenId, setChosenId] = useState(draft.instrumentId);
  const facts = all.find(({ id }) => id === chosenId);
  if (facts !== undefined) return <AlertForm facts={facts} level={draft.level} onClose={onClose} />;
  const title = t('alerts.new');
  return (
    <Sheet title={title} label={title} onClose={onClose}>
      <ul aria-label={t('trade.instruments')}>
        {all.map((one) => (
          <li key={one.id}>
            <button type="button" className={listRowStyles.row} onClick={() => setChosenId(one.id)}>
              <InstrumentLogo facts={one} size={30} />
              <span className={listRowStyles.text}>
                {one.spec.showCode}
                <small>{one.spec.name}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

interface FormProps {
  readonly facts: InstrumentFacts;
  readonly level: number | undefined;
  readonly onClose: () => void;
}

function AlertForm({ facts, level, onClose }: FormProps) {
  const form = useAlertLevel(facts, level);
  const title = t('alerts.on', { code: facts.spec.showCode });
  return (
    <Sheet
      title={title}
      label={title}
      onClose={onClose}
      renderFooter={(close) => <SetButton facts={facts} form={form} onDone={close} />}
    >
      <Fields facts={facts} form={form} />
    </Sheet>
  );
}

interface PartProps {
  readonly facts: InstrumentFacts;
  readonly form: ReturnType<typeof useAlertLevel>;
}

function SetButton({ facts, form, onDone }: PartProps & { readonly onDone: () => void }) {
  const { alert, isReached, isUnusable } = form;
  const [isBusy, setBusy] = useState(false);
  const isPaused = useTrading((trading) => trading.isPaused);
  const isConnected = useConnection((connection) => connection.state !== 'lost');

  async function send(): Promise<void> {
    if (isBusy || alert === null) return;
    setBusy(true);
    try {
      const { showCode, ...set } = await setAlert(facts.id, alert);
      const name = alertName(showCode, set);
      showToast('ok', t('alerts.done', { name }));
      void offerPush(name).catch(() => undefined);
      onDone();
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
  }

  return (
    <button
      type="button"
      data-testid="alert-set"
      className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.wide, isBusy && buttonStyles.busy)}
      disabled={alert === null || isReached || isUnusable || isPaused || !isConnected}
      aria-busy={isBusy}
      onKeyDown={pressOnce}
      onClick={() => void send()}
    >
      {isPaused ? t('trade.paused') : buttonText(form)}
    </button>
  );
}

function buttonText({ alert, isReached, isUnusable }: PartProps['form']): string {
  if (isUnusable) return t('trade.checkField', { field: t('alerts.price') });
  if (alert === null) return t('market.noPrice');
  return isReached ? t('alerts.reached') : t('alerts.set', { price: groupDigits(alert.price) });
}

function Fields({ facts: { id, spec }, form }: PartProps) {
  const { level, away, isReached, setLevel } = form;
  return (
    <div className={styles.fields} {...useStaleMark(id)}>
      <Segmented
        label={t('alerts.watched')}
        value={form.side}
        options={[
          { value: 'bid', label: t('alerts.sellPrice') },
          { value: 'ask', label: t('alerts.buyPrice') },
        ]}
        onChange={form.setSide}
      />
      <Segmented
        label={t('alerts.direction')}
        value={form.isAbove ? 'above' : 'below'}
        options={[
          { value: 'above', label: t('alerts.atOrAbove') },
          { value: 'below', label: t('alerts.atOrBelow') },
        ]}
        onChange={(value) => form.setAbove(value === 'above')}
      />
      <Stepper
        label={t('alerts.price')}
        className={cx(stepperStyles.large, stepperStyles.inWell)}
        value={level === null ? '' : formatPrice(toPrice(level), spec.digits)}
        isBad={isReached}
        onStep={(direction) => level !== null && setLevel(steppedPrice(level, direction, spec))}
        onType={(typed) => {
          const price = priceFromTyped(typed, spec.digits);
          if (price !== null) setLevel(price);
          return price !== null;
        }}
        onRestore={() => setLevel(level)}
        onUnusable={form.setUnusable}
      />
      <p className={cx(styles.note, isReached && styles.problem, figuresStyles.number, figuresStyles.live)}>
        {away === null ? t('market.noPrice') : isReached ? t('alerts.reached') : awayText(away, spec.pipTicks)}
      </p>
      <p className={styles.note}>{t('alerts.onceNote')}</p>
    </div>
  );
}

/** Level of the form; until it is typed, it begins a quarter of a percent beside the price, or where the draft says. */
function useAlertLevel({ id, spec }: InstrumentFacts, startLevel: number | undefined) {
  const sides = toTicks(useSlowQuote(id), spec.digits);
  const [side, setSide] = useState<AlertLevel['side']>('bid');
  const [direction, setAbove] = useState<boolean | null>(null);
  const [typed, setLevel] = useState<number | null>(startLevel ?? null);
  const [isUnusable, setUnusable] = useState(false);
  const [first] = useState(sides);
  const from = (first ?? sides)?.[side];
  const isAbove = direction ?? (typed === null || from === undefined ? true : typed > from);
  const distance = Math.max(spec.pipTicks, Math.round((from ?? 0) / 400 / spec.pipTicks) * spec.pipTicks);
  const begun = from === undefined ? null : Math.max(1, isAbove ? from + distance : from - distance);
  const level = typed ?? begun;
  const alert = level === null ? null : { side, isAbove, price: formatPrice(toPrice(level), spec.digits) };
  const away = level === null || sides === null ? null : ticksAway({ side, isAbove }, level, sides);
  const isReached = away !== null && away <= 0;
  return { alert, level, away, side, isAbove, isReached, isUnusable, setSide, setAbove, setLevel, setUnusable };
}
