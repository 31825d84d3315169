import { calculateAccountSummary } from '@candor/domain/calc/account-summary';
import { formatDecimal } from '@candor/domain/values/decimal';
import { formatMoney, toMoney, zeroMoney } from '@candor/domain/values/money';
import type { ReactNode } from 'react';
import { balanceText, ratioText, signedText, tailedMargin } from '../../../format/number-text.ts';
import { groupDigits, missing } from '../../../format/price-text.ts';
import { t } from '../../../i18n/text.ts';
import { useIsDesk } from '../../../platform/media.ts';
import { cx } from '../../../ui/class-names.ts';
import { Explained } from '../../../ui/Explained.tsx';
import { ExplainedList, type Term } from '../../../ui/ExplainedList.tsx';
import figuresStyles from '../../../ui/Figures.module.css';
import { Tailed } from '../../../ui/Figures.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import keyValueStyles from '../../../ui/KeyValue.module.css';
import listRowStyles from '../../../ui/ListRow.module.css';
import { CostRows, costTerms } from './CostRows.tsx';
import styles from './Ticket.module.css';
import { ticketCosts } from './ticket-costs.ts';
import { previewTicket } from './ticket-state.ts';
import { useStopOutPrice } from './use-stop-out-price.ts';
import type { TicketHandle } from './use-ticket.ts';

const noAccount = { balance: zeroMoney, openProfit: zeroMoney, openSwap: zeroMoney, margin: zeroMoney };

/** Margin, fee and the account before and after the order, by the engine's own preview (R-ORD-17). */
export function useTicketFigures({ ticket, context, facts, unusable }: TicketHandle) {
  const { sides, rate, feeType, totals } = context;
  const preview =
    sides === null || unusable !== null
      ? null
      : previewTicket(ticket, sides, facts.spec, feeType, rate, totals ?? noAccount);
  const before = totals === null ? null : calculateAccountSummary(totals);
  const after = totals === null ? null : (preview?.after ?? null);
  return {
    preview,
    margin: preview === null ? null : formatMoney(preview.margin),
    fee: preview === null ? null : formatMoney(preview.fee),
    costs:
      preview === null || sides === null || rate === null
        ? null
        : ticketCosts(ticket, preview.fee, sides, facts.spec, rate),
    availableBefore: before === null ? null : formatMoney(before.freeMargin),
    availableAfter: after === null ? null : formatMoney(after.freeMargin),
    ratioBefore: percent(before?.marginLevelE2),
    ratioAfter: percent(after?.marginLevelE2),
  };
}

function percent(levelE2: bigint | null | undefined): string | null {
  return levelE2 === null || levelE2 === undefined ? null : formatDecimal(levelE2, 2);
}

export function TicketPreview({ handle, isShort = false }: { handle: TicketHandle; isShort?: boolean }) {
  const figures = useTicketFigures(handle);
  const explains = useIsDesk();
  const isPending = handle.ticket.mode === 'pending';
  const { atStop, shortfall } = handle.size;
  const stopOut = useStopOutPrice(handle, isPending ? null : figures.preview);
  const costs = costTerms(handle.facts, handle.context.currency);
  const terms = {
    atStop: { name: t('trade.atStop'), about: t('explain.atStop') },
    margin: { name: isPending ? t('trade.marginFilled') : t('trade.margin'), about: t('explain.margin') },
    available: {
      name: isShort && !isPending ? t('trade.availableAfter') : t('trade.available'),
      about: t('explain.available'),
    },
    ratio: { name: t('trade.ratio'), about: t('explain.ratio') },
    stopOut: { name: t('trade.stopOutPrice'), about: t('explain.stopOutPrice') },
  };
  const shown = [
    ...(atStop === null ? [] : [terms.atStop]),
    terms.margin,
    ...Object.values(costs),
    terms.available,
    ...(isPending ? [] : [terms.ratio, terms.stopOut]),
  ];
  return (
    <div className={cx(keyValueStyles.well, isShort ? styles.lowest : styles.inSheet)} data-part="well">
      <dl>
        {atStop === null ? null : (
          <Row term={terms.atStop} explains={explains}>
            <span className={cx(figuresStyles.number, figuresStyles.falling)} data-testid="at-stop">
              {signedText(formatMoney(atStop))}
            </span>
          </Row>
        )}
        <Row term={terms.margin} explains={explains}>
          <Tailed number={tailedMargin(figures.margin)} />
        </Row>
        <CostRows costs={figures.costs} terms={costs} explains={explains} />
        {shortfall === null ? null : (
          <div className={cx(keyValueStyles.row, styles.missing)}>
            <dt>{t('trade.missingAmount')}</dt>
            <dd className={cx(figuresStyles.number, figuresStyles.live, figuresStyles.ofAccount)}>
              {balanceText(formatMoney(toMoney(shortfall.needed - shortfall.available)))}
            </dd>
          </div>
        )}
        <Row term={terms.available} explains={explains}>
          <Available figures={figures} isPending={isPending} isShort={isShort} />
        </Row>
        {isPending ? null : (
          <Row term={terms.ratio} explains={explains}>
            <Change before={ratioText(figures.ratioBefore)} after={ratioText(figures.ratioAfter)} />
          </Row>
        )}
        {isPending ? null : (
          <Row term={terms.stopOut} explains={explains}>
            <span className={figuresStyles.number} data-testid="stop-out-price">
              {stopOut === null ? missing : groupDigits(stopOut)}
            </span>
          </Row>
        )}
      </dl>
      {explains ? null : <ExplainedList terms={shown} />}
    </div>
  );
}

interface AvailableProps {
  readonly figures: ReturnType<typeof useTicketFigures>;
  readonly isPending: boolean;
  readonly isShort: boolean;
}

function Available({ figures, isPending, isShort }: AvailableProps) {
  const [before, after] = [balanceText(figures.availableBefore), balanceText(figures.availableAfter)];
  if (isPending)
    return (
      <>
        <span className={figuresStyles.number}>{before}</span>{' '}
        <span className={styles.aside}>{t('trade.unchanged')}</span>
      </>
    );
  return isShort ? <span className={figuresStyles.number}>{after}</span> : <Change before={before} after={after} />;
}

function Row({ term, explains, children }: { term: Term; explains: boolean; children: ReactNode }) {
  return (
    <div className={keyValueStyles.row}>
      <dt>{explains ? <Explained {...term} /> : term.name}</dt>
      <dd className={cx(figuresStyles.live, figuresStyles.ofAccount)}>{children}</dd>
    </div>
  );
}

function Change({ before, after }: { before: string; after: string }) {
  return (
    <span className={cx(styles.becoming, figuresStyles.number, figuresStyles.inText)}>
      <s>{before}</s>
      <Icon name="next" size={12} className={listRowStyles.chevron} />
      {after}
    </span>
  );
}
