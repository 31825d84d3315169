import { useId, useState } from 'react';
import { useAccount } from '../../data/account.ts';
import { useConnection, useTrading } from '../../data/live.ts';
import type { Order } from '../../data/order.ts';
import { type CloseChoice, type ClosedOne, closeOrders } from '../../data/orders.ts';
import { useAllHolding } from '../../data/queries.ts';
import { balanceText, directionOf, signedText } from '../../format/number-text.ts';
import { missing } from '../../format/price-text.ts';
import { t } from '../../i18n/text.ts';
import { useSession } from '../../session/session-store.ts';
import { pressOnce } from '../../ui/BusyButton.tsx';
import buttonStyles from '../../ui/Button.module.css';
import { cx, directionClass } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import keyValueStyles from '../../ui/KeyValue.module.css';
import listRowStyles from '../../ui/ListRow.module.css';
import { Sheet } from '../../ui/Sheet.tsx';
import { toastAnswer } from '../toast-error.ts';
import styles from './CloseSeveral.module.css';
import { balanceAfter, type CloseGroup, closeGroups, marginFreed } from './close-choices.ts';
import { netResult } from './order-figures.ts';
import { OrderLogo, SideTag } from './order-parts.tsx';
import { useHoldingMark, useOrderList } from './use-order-list.ts';

interface Outcome {
  readonly choice: CloseChoice;
  readonly answers: readonly ClosedOne[];
}

/** Closes all positions, those in profit, those at a loss or those in one instrument; then shows the outcome of each (R-SCR-68). */
export function CloseSeveralSheet({ onClose }: { readonly onClose: () => void }) {
  useAllHolding();
  const { orders } = useOrderList('holding');
  const live = useAccount((account) => account.orders);
  const groups = closeGroups(orders, (order) => live[order.id]?.profit ?? order.profit);
  const [key, setKey] = useState('all');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isBusy, setBusy] = useState(false);
  const chosen = groups.find((group) => group.key === key) ?? groups[0];

  async function send(choice: CloseChoice, whenPriced: boolean): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    await toastAnswer(closeOrders(choice, whenPriced), (answers) => setOutcome({ choice, answers }));
    setBusy(false);
  }

  const title = t('order.closeSeveral');
  return (
    <Sheet
      title={title}
      label={title}
      onClose={onClose}
      renderFooter={() =>
        outcome === null ? (
          <SendButton chosen={chosen} isBusy={isBusy} onSend={(choice) => void send(choice, false)} />
        ) : outcome.answers.some(({ isUnpriced }) => isUnpriced) ? (
          <button
            type="button"
            className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.wide, isBusy && buttonStyles.busy)}
            aria-busy={isBusy}
            onKeyDown={pressOnce}
            onClick={() => void send(outcome.choice, true)}
          >
            {t('order.closeWhenPriced')}
          </button>
        ) : null
      }
    >
      {outcome !== null ? (
        <Results answers={outcome.answers} />
      ) : chosen === undefined ? (
        <p>{t('order.emptyHolding')}</p>
      ) : (
        <Choices groups={groups} chosen={chosen} onChoose={setKey} />
      )}
    </Sheet>
  );
}

interface SendButtonProps {
  readonly chosen: CloseGroup | undefined;
  readonly isBusy: boolean;
  readonly onSend: (choice: CloseChoice) => void;
}

function SendButton({ chosen, isBusy, onSend }: SendButtonProps) {
  const isPaused = useTrading((trading) => trading.isPaused);
  const isConnected = useConnection((connection) => connection.state !== 'lost');
  const currency = useSession((session) => session.user?.currency) ?? '';
  const amount = chosen?.realised == null ? missing : `${signedText(chosen.realised)} ${currency}`;
  return (
    <button
      type="button"
      className={cx(buttonStyles.button, buttonStyles.danger, buttonStyles.wide, isBusy && buttonStyles.busy)}
      data-testid="close-several-send"
      disabled={chosen === undefined || isPaused || !isConnected}
      aria-busy={isBusy}
      onKeyDown={pressOnce}
      onClick={() => chosen !== undefined && onSend(chosen.choice)}
    >
      {isPaused ? t('trade.paused') : t('order.closeCount', { count: String(chosen?.orders.length ?? 0), amount })}
    </button>
  );
}

interface ChoicesProps {
  readonly groups: readonly CloseGroup[];
  readonly chosen: CloseGroup;
  readonly onChoose: (key: string) => void;
}

function Choices({ groups, chosen, onChoose }: ChoicesProps) {
  const balance = useAccount((account) => account.balance);
  const headingId = useId();
  const isOfAll = ({ choice }: CloseGroup) => choice.instrumentId === null;
  const rows = (list: readonly CloseGroup[]) =>
    list.map((group) => (
      <Row key={group.key} group={group} isChosen={group.key === chosen.key} onChoose={() => onChoose(group.key)} />
    ));
  return (
    <div {...useHoldingMark()}>
      <p className={styles.note}>{t('order.closeSeveralNote')}</p>
      <div role="radiogroup" aria-label={t('order.closeSeveral')}>
        {rows(groups.filter(isOfAll))}
        <h3 id={headingId} className={styles.heading}>
          {t('order.byInstrument')}
        </h3>
        {rows(groups.filter((group) => !isOfAll(group)))}
      </div>
      <dl className={cx(keyValueStyles.well, styles.sums)}>
        <div className={keyValueStyles.row}>
          <dt>{t('order.realised')}</dt>
          <dd>
            <Amount value={chosen.realised} />
          </dd>
        </div>
        <div className={keyValueStyles.row}>
          <dt>{t('account.balance')}</dt>
          <dd className={cx(figuresStyles.number, styles.after)}>
            <span className={styles.before}>{balanceText(balance)}</span>
            <Icon name="next" size={12} className={listRowStyles.chevron} />
            <span className={figuresStyles.live}>{balanceText(balanceAfter(balance, chosen.realised))}</span>
          </dd>
        </div>
        <div className={keyValueStyles.row}>
          <dt>{t('order.marginFreed')}</dt>
          <dd className={figuresStyles.number}>{balanceText(marginFreed(chosen.orders))}</dd>
        </div>
      </dl>
    </div>
  );
}

const names = { all: 'order.allPositions', winners: 'order.inProfit', losers: 'order.inLoss' } as const;
/** Instruments named under a group of several. */
const namesMax = 4;

function Row({ group, isChosen, onChoose }: { group: CloseGroup; isChosen: boolean; onChoose: () => void }) {
  const { choice, orders, realised } = group;
  const { facts } = useOrderList('holding');
  const [first] = orders;
  return (
    <label className={styles.row} data-testid="close-choice" data-key={group.key}>
      <input type="radio" name="close-choice" checked={isChosen} onChange={onChoose} />
      {choice.instrumentId === null || first === undefined ? null : (
        <OrderLogo order={first} facts={facts.get(choice.instrumentId)} size={28} />
      )}
      <span className={styles.texts}>
        <span className={styles.line}>
          {choice.instrumentId === null ? t(names[choice.which]) : (first?.showCode ?? '')}
          {choice.instrumentId !== null && orders.length === 1 && first !== undefined ? (
            <SideTag order={first} />
          ) : (
            <span className={figuresStyles.number}>· {orders.length}</span>
          )}
        </span>
        {choice.instrumentId === null ? (
          <small>{codesOf(orders)}</small>
        ) : orders.length === 1 ? null : (
          <small className={styles.line}>
            {orders.slice(0, namesMax).map((order) => (
              <SideTag key={order.id} order={order} />
            ))}
            {orders.length > namesMax ? '…' : null}
          </small>
        )}
      </span>
      <Amount value={realised} />
    </label>
  );
}

function codesOf(orders: readonly Order[]): string {
  const codes = [...new Set(orders.map(({ showCode }) => showCode))];
  return codes.length > namesMax ? `${codes.slice(0, namesMax).join(', ')} …` : codes.join(', ');
}

function Amount({ value }: { value: string | null }) {
  return (
    <b className={cx(figuresStyles.number, figuresStyles.live, directionClass[directionOf(value)])}>
      {value === null ? missing : signedText(value)}
    </b>
  );
}

/** Answers, first those of orders that stay open, with their reason. */
function Results({ answers }: { answers: readonly ClosedOne[] }) {
  const sorted = [...answers].sort((a, b) => Number(b.isRefused) - Number(a.isRefused));
  return (
    <ul aria-live="polite">
      {sorted.map(({ isRefused, message, order }) => {
        const net = order.status === 'closed' ? netResult(order) : null;
        return (
          <li key={order.id} className={styles.row} data-testid="close-result" data-refused={isRefused}>
            <span className={styles.texts}>
              <span className={styles.line}>
                {order.showCode} <SideTag order={order} />
              </span>
              <small className={isRefused ? styles.reason : undefined}>
                {isRefused
                  ? message
                  : net === null
                    ? t('order.closeWaiting')
                    : `${t('order.closedAt', { price: order.markPrice })} · ${t('order.net')}`}
              </small>
            </span>
            {net === null ? null : <Amount value={net} />}
          </li>
        );
      })}
    </ul>
  );
}
