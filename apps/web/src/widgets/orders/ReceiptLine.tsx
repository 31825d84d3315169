import type { SignedReceipt } from '@candor/contracts/http/receipts';
import { type Verdict, verifyReceipt } from '@candor/receipt-signature/verify-receipt';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Order } from '../../data/order.ts';
import { fetchReceiptKeys, useReceipts } from '../../data/receipts.ts';
import { plural, t } from '../../i18n/text.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import typographyStyles from '../../ui/typography.module.css';
import styles from './ReceiptLine.module.css';
import { matchesOrder, shortCode, worstOf } from './receipt-check.ts';

type Check = Verdict | 'checking' | 'failed';

/** Checks the receipts of an order on this device: their signatures, and that they hold the figures shown. */
function useReceiptCheck(order: Order): { readonly check: Check; readonly receipts: readonly SignedReceipt[] } {
  const { data: receipts, isError } = useReceipts(order.id, order.receiptIds.length);
  const checked = useQuery({
    queryKey: ['receipt-check', order.id, order.status, receipts?.map(({ hash }) => hash)],
    queryFn: () => checkAll(order, receipts ?? []),
    enabled: receipts !== undefined && receipts.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const check = isError || checked.isError || receipts?.length === 0 ? 'failed' : (checked.data ?? 'checking');
  return { check, receipts: receipts ?? [] };
}

async function checkAll(order: Order, receipts: readonly SignedReceipt[]): Promise<Verdict> {
  if (receipts.length < order.receiptIds.length || !receipts.every((receipt) => matchesOrder(receipt, order)))
    return 'not-verified';
  const keys = await fetchReceiptKeys();
  return worstOf(await Promise.all(receipts.map((receipt) => verifyReceipt(receipt, keys))));
}

/** Line with the outcome of the check, the short code of the newest receipt, and a button for the receipts (R-JRN-02). */
export function ReceiptLine({ order, onOpen }: { order: Order; onOpen: () => void }) {
  const { check, receipts } = useReceiptCheck(order);
  const newest = receipts.at(-1);
  const isBad = check === 'not-verified';
  return (
    <div className={cx(styles.line, isBad && styles.bad)} data-testid="receipt-line" data-check={check}>
      <span className={cx(styles.mark, check === 'verified' && styles.good)}>
        {check === 'checking' ? <i className={buttonStyles.spinner} /> : <Icon name={isBad ? 'warn' : 'shield'} />}
      </span>
      <div className={styles.text} role="status">
        <h3 className={typographyStyles.small}>{checkText(check, receipts.length)}</h3>
        <p className={cx(typographyStyles.extraSmall, typographyStyles.tertiary)}>
          {isBad ? (
            <Link to="/feedback" className={styles.report}>
              {t('receipt.report')}
            </Link>
          ) : (
            <>
              {t('receipt.signed')}
              {newest === undefined ? null : (
                <>
                  {' · '}
                  <bdi className={figuresStyles.number}>{shortCode(newest)}</bdi>
                </>
              )}
            </>
          )}
        </p>
      </div>
      <button
        type="button"
        className={cx(buttonStyles.iconButton, layoutStyles.mirrored, styles.open)}
        aria-label={t('receipt.title')}
        data-testid="order-receipt"
        onClick={onOpen}
      >
        <Icon name="next" size={18} />
      </button>
    </div>
  );
}

function checkText(check: Check, count: number): string {
  switch (check) {
    case 'checking':
      return t('receipt.checking');
    case 'verified':
      return plural('receipt.onDevice', count);
    case 'not-verified':
      return t('receipt.mismatch');
    case 'cannot':
      return t('receipt.uncheckable');
    case 'failed':
      return t('receipt.error');
  }
}
