import { formatMoney, parseMoney, toMoney } from '@candor/domain/values/money';
import { type ReactNode, useState } from 'react';
import { useAccount } from '../../data/account.ts';
import type { Order } from '../../data/order.ts';
import type { ResultAsk } from '../../data/price-alert.ts';
import { signedText } from '../../format/number-text.ts';
import { t } from '../../i18n/text.ts';
import { useSession } from '../../session/session-store.ts';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Segmented } from '../../ui/Segmented.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { SortSelect } from '../../ui/SortSelect.tsx';
import { useStaleMark } from '../live-quote.ts';
import { useOrderList } from '../orders/use-order-list.ts';
import styles from './AlertSheet.module.css';
import { FigureStepper } from './FigureStepper.tsx';
import { SetAlertButton } from './SetAlertButton.tsx';

/** Hundredths of the account's currency. */
const range = { least: 1, most: 100_000_000_000, step: 500, decimals: 2 } as const;
const centMicros = 10_000n;

interface ResultFormProps {
  readonly choice: ReactNode;
  /** Instrument whose positions come first; null for any. */
  readonly instrumentId: number | null;
  readonly onClose: () => void;
}

/** Form of an alert on the result of an open position (R-ALR-19). */
export function ResultForm({ choice, instrumentId, onClose }: ResultFormProps) {
  const { orders } = useOrderList('holding');
  const sorted = orders.toSorted((a, b) => rankOf(a, instrumentId) - rankOf(b, instrumentId));
  const [chosenId, setChosen] = useState<number | null>(null);
  const order = sorted.find(({ id }) => id === chosenId) ?? sorted[0] ?? null;
  const form = useResult(order);
  const title = t('alerts.new');
  const text =
    order === null
      ? t('alerts.noPosition')
      : form.isUnusable
        ? t('trade.checkField', { field: t('alerts.amount') })
        : form.isMet
          ? t('alerts.met')
          : t('alerts.setOther');
  return (
    <Sheet
      title={title}
      label={title}
      onClose={onClose}
      renderFooter={(close) => <SetAlertButton ask={form.ask} text={text} onDone={close} />}
    >
      <div className={styles.fields}>
        {choice}
        {order === null ? (
          <p className={styles.note}>{t('alerts.noPosition')}</p>
        ) : (
          <Fields orders={sorted} order={order} form={form} onChoose={setChosen} />
        )}
      </div>
    </Sheet>
  );
}

function rankOf({ instrumentId }: Order, first: number | null): number {
  return instrumentId === first ? 0 : 1;
}

interface FieldsProps {
  readonly orders: readonly Order[];
  readonly order: Order;
  readonly form: ReturnType<typeof useResult>;
  readonly onChoose: (id: number) => void;
}

function Fields({ orders, order, form, onChoose }: FieldsProps) {
  const currency = useSession((session) => session.user?.currency) ?? '';
  return (
    <>
      <SortSelect
        label={t('alerts.position')}
        icon="orders"
        testId="alert-position"
        value={String(order.id)}
        options={orders.map((one) => ({ value: String(one.id), text: positionName(one) }))}
        onChange={(value) => onChoose(Number(value))}
      />
      <Segmented
        label={t('alerts.direction')}
        value={form.isGain ? 'gain' : 'loss'}
        options={[
          { value: 'gain', label: t('alerts.gain') },
          { value: 'loss', label: t('alerts.loss') },
        ]}
        onChange={(value) => form.setGain(value === 'gain')}
      />
      <FigureStepper
        label={t('alerts.amount')}
        unit={currency}
        {...range}
        value={form.cents}
        isBad={form.isMet}
        onChange={form.setCents}
        onUnusable={form.setUnusable}
      />
      <p
        className={cx(styles.note, form.isMet && styles.problem, figuresStyles.number, figuresStyles.live)}
        {...useStaleMark(order.instrumentId)}
      >
        {t('alerts.nowAt', { value: `${signedText(form.now)} ${currency}` })}
      </p>
      <p className={styles.note}>{t('alerts.resultNote')}</p>
    </>
  );
}

function positionName({ id, showCode, side, lots }: Order): string {
  return `${showCode} ${t(side === 'buy' ? 'trade.buy' : 'trade.sell')} ${lots} · ${id}`;
}

function useResult(order: Order | null) {
  const [isGain, setGain] = useState(true);
  const [cents, setCents] = useState(5_000);
  const [isUnusable, setUnusable] = useState(false);
  const profit = useAccount((account) => (order === null ? undefined : account.orders[order.id]?.profit));
  const now = parseMoney(profit ?? order?.profit ?? '');
  const swap = parseMoney(order?.swap ?? '');
  const result = now === null || swap === null ? null : now + swap;
  const amount = BigInt(cents) * centMicros * (isGain ? 1n : -1n);
  const isMet = result !== null && (isGain ? result >= amount : result <= amount);
  const ask: ResultAsk | null =
    order === null || isMet || isUnusable
      ? null
      : {
          kind: 'profit',
          instrumentId: order.instrumentId,
          showCode: order.showCode,
          orderId: order.id,
          isAbove: isGain,
          amount: formatMoney(toMoney(amount)),
        };
  const shown = result === null ? null : formatMoney(toMoney(result));
  return { ask, isMet, isGain, cents, isUnusable, now: shown, setGain, setCents, setUnusable };
}
