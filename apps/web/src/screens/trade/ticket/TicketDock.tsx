import type { Side } from '@candor/domain/values/ids';
import { useState } from 'react';
import { balanceText, costText } from '../../../format/number-text.ts';
import { missing } from '../../../format/price-text.ts';
import { t } from '../../../i18n/text.ts';
import { useSettings } from '../../../session/settings-store.ts';
import { cx } from '../../../ui/class-names.ts';
import figuresStyles from '../../../ui/Figures.module.css';
import { Icon } from '../../../ui/Icon.tsx';
import layoutStyles from '../../../ui/layout.module.css';
import pillStyles from '../../../ui/Pill.module.css';
import sheetStyles from '../../../ui/Sheet.module.css';
import { Sheet } from '../../../ui/Sheet.tsx';
import { showToast } from '../../../ui/toast.ts';
import typographyStyles from '../../../ui/typography.module.css';
import { AccountBadge } from '../../../widgets/AccountBadge.tsx';
import { DealButtons } from '../../../widgets/DealButtons.tsx';
import { InstrumentLogo } from '../../../widgets/InstrumentLogo.tsx';
import { useStaleMark } from '../../../widgets/live-quote.ts';
import { SourceLabel } from '../../../widgets/SourceLabel.tsx';
import { DraftDock } from './DraftDock.tsx';
import { FloatingKeys } from './FloatingKeys.tsx';
import { LeveragePicker } from './LeverageChoice.tsx';
import { LotsStepper } from './LotsStepper.tsx';
import { StateNote } from './StateNote.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import styles from './TicketDock.module.css';
import { LeveragePill, TicketForm } from './TicketForm.tsx';
import { useTicketFigures } from './TicketPreview.tsx';
import { useAskedSide } from './use-asked-side.ts';
import { useOrderHere } from './use-order-here.ts';
import { usePublishDraft } from './use-publish-draft.ts';
import type { TicketHandle } from './use-ticket.ts';

export interface TicketDockProps {
  readonly handle: TicketHandle;
  readonly className?: string | undefined;
  /** True over a chart in full screen: lots and the two keys alone, at a side of the lower edge (R-CHT-03). */
  readonly isFloating?: boolean;
}

/** Short ticket under the chart; Sell, Buy or SL/TP opens the full one with that side chosen. */
export function TicketDock({ handle, className, isFloating = false }: TicketDockProps) {
  const [open, setOpen] = useState<'ticket' | 'leverage' | 'chart' | null>(null);
  const { context, facts, ticket } = handle;

  const isOneTap = useSettings((settings) => settings.oneTap && !settings.confirmOrders);

  async function deal(side: Side): Promise<void> {
    if (isOneTap && (await handle.dealAtOnce(side))) return;
    openTicket(side);
  }

  function openTicket(side?: Side): void {
    if (ticket.leverage === null) {
      showToast('warn', t('trade.noLever'));
      return;
    }
    if (side !== undefined) handle.turn({ side });
    setOpen('ticket');
  }
  useAskedSide(facts.id, openTicket);

  useOrderHere(handle, () => setOpen('ticket'));
  usePublishDraft(handle, open === 'ticket' || open === 'chart');

  const staleMark = useStaleMark(facts.id);
  const keys = (
    <DealButtons facts={facts} isOff={!context.canDeal} onSide={(side) => void deal(side)} isAtOnce={isOneTap} isMain />
  );
  const overlays = (
    <>
      {open === 'ticket' ? (
        <TicketSheet handle={handle} onClose={() => setOpen(null)} onChart={() => setOpen('chart')} />
      ) : null}
      {open === 'leverage' ? <LeveragePicker handle={handle} onClose={() => setOpen(null)} /> : null}
    </>
  );
  if (open === 'chart') return <DraftDock {...{ handle, className, isFloating }} onDone={() => setOpen('ticket')} />;
  if (isFloating)
    return (
      <FloatingKeys handle={handle} keys={keys}>
        {overlays}
      </FloatingKeys>
    );
  return (
    <section className={cx(styles.dock, className)} data-part="dock" aria-label={t('trade.ticket')} {...staleMark}>
      {context.state === 'open' || context.state === 'unknown' ? (
        <DockControls handle={handle} onLeverage={() => setOpen('leverage')} onTicket={() => openTicket()} />
      ) : (
        <StateNote handle={handle} />
      )}
      {keys}
      <DockFigures handle={handle} />
      {overlays}
    </section>
  );
}

interface DockControlsProps {
  readonly handle: TicketHandle;
  readonly onLeverage: () => void;
  readonly onTicket: () => void;
}

/** Lots, leverage, and the way to the stops. */
function DockControls({ handle, onLeverage, onTicket }: DockControlsProps) {
  return (
    <div className={styles.controls} data-part="dock-controls">
      <LotsStepper handle={handle} className={styles.lots} hasUnit />
      <LeveragePill handle={handle} className={styles.pill} onPick={onLeverage} />
      <button
        type="button"
        className={cx(pillStyles.pill, styles.pill)}
        data-part="pill"
        onClick={onTicket}
        disabled={!handle.context.canDeal}
      >
        <small>{t('trade.stops')}</small>
        <Icon name="up" />
      </button>
    </div>
  );
}

function DockFigures({ handle }: { handle: TicketHandle }) {
  const { context } = handle;
  // The keys above name market prices, also while a pending order is being written in the sheet.
  const figures = useTicketFigures({ ...handle, ticket: { ...handle.ticket, mode: 'market' } });
  if (!context.isConnected) return <div className={styles.figures}>{t('trade.reconnecting')}</div>;
  const isOff = !context.canDeal;
  return (
    <div className={cx(styles.figures, figuresStyles.number, figuresStyles.inText)}>
      <span>
        {t('trade.margin')} <b className={figuresStyles.number}>{isOff ? missing : balanceText(figures.margin)}</b>
      </span>
      <span>
        {t('trade.fee')} <b className={figuresStyles.number}>{isOff ? missing : costText(figures.fee)}</b>
      </span>
      <span>
        {t('trade.availableShort')}{' '}
        <b className={cx(figuresStyles.number, figuresStyles.live, figuresStyles.ofAccount)}>
          {balanceText(figures.availableBefore)}
        </b>
      </span>
    </div>
  );
}

interface TicketSheetProps {
  readonly handle: TicketHandle;
  readonly onClose: () => void;
  readonly onChart: () => void;
}

function TicketSheet({ handle, onClose, onChart }: TicketSheetProps) {
  const { facts } = handle;
  return (
    <Sheet
      label={`${t('trade.ticket')} ${facts.spec.showCode}`}
      title={
        <span className={cx(layoutStyles.row, styles.title)}>
          <InstrumentLogo facts={facts} size={30} />
          <span className={sheetStyles.code}>{facts.spec.showCode}</span>
        </span>
      }
      badge={
        <>
          <SourceLabel source={facts.source} className={cx(typographyStyles.source, sheetStyles.source)} />
          <AccountBadge />
        </>
      }
      onClose={onClose}
      renderFooter={(close) => <SubmitButton handle={handle} onDone={close} />}
    >
      <div className={cx(layoutStyles.column, styles.content)} {...useStaleMark(facts.id)}>
        <TicketForm handle={handle} onChart={onChart} />
      </div>
    </Sheet>
  );
}
