import type { DepositAccount } from '../../data/funds-records.ts';
import { t } from '../../i18n/text.ts';
import { copyText } from '../../platform/share.ts';
import buttonStyles from '../../ui/Button.module.css';
import cardStyles from '../../ui/Card.module.css';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { showToast } from '../../ui/toast.ts';
import styles from './WireDetails.module.css';

/** Details of a bank transfer, each with a copy button; empty ones are left out. */
export function WireDetails({ option }: { option: DepositAccount }) {
  const { bankName, swift, bankAddress, remark } = option;
  return (
    <div className={layoutStyles.gutters}>
      <dl className={cx(cardStyles.card, styles.rows)}>
        <CopyRow label={t('funds.payeeName')} value={option.payeeName} />
        <CopyRow label={t('funds.payeeAccount')} value={option.payeeAccount} />
        <CopyRow label={t('deposit.bank')} value={bankName} isHalf={swift !== ''} />
        <CopyRow label={t('funds.swift')} value={swift} isHalf={bankName !== ''} />
        <CopyRow label={t('funds.bankAddress')} value={bankAddress} />
      </dl>
      {remark === '' ? null : (
        <dl className={cx(cardStyles.card, styles.rows, styles.remark)}>
          <CopyRow label={t('deposit.remark')} value={remark} />
        </dl>
      )}
    </div>
  );
}

interface CopyRowProps {
  readonly label: string;
  readonly value: string;
  /** True if it shares its line with the next one. */
  readonly isHalf?: boolean;
}

function CopyRow({ label, value, isHalf = false }: CopyRowProps) {
  if (value === '') return null;
  async function copy(): Promise<void> {
    if (await copyText(value)) showToast('ok', t('common.copied'));
  }
  return (
    <div className={cx(styles.row, isHalf && styles.half)}>
      <dt>{label}</dt>
      <dd>
        <bdi>{value}</bdi>
        <button
          type="button"
          className={cx(buttonStyles.iconButton, styles.copy)}
          aria-label={t('funds.copyNamed', { name: label })}
          onClick={() => void copy()}
        >
          <Icon name="copy" size={19} />
        </button>
      </dd>
    </div>
  );
}
