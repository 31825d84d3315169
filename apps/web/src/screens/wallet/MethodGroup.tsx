import type { PayType } from '@candor/contracts/http/funds';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { removeMethod } from '../../data/funds.ts';
import type { PayoutMethod } from '../../data/funds-records.ts';
import { t } from '../../i18n/text.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import selectRowStyles from '../../ui/SelectRow.module.css';
import { showToast } from '../../ui/toast.ts';
import { MethodLogo, methodAbout, methodName } from '../../widgets/funds/bound-method.tsx';
import { useNow } from '../../widgets/funds/use-now.ts';
import type { Guard } from '../../widgets/identity/step-up.ts';
import { zonedTimeText } from '../../widgets/zoned-time.ts';
import styles from './Wallet.module.css';

interface MethodGroupProps {
  readonly type: PayType;
  readonly methods: readonly PayoutMethod[];
  /** True if a currency of this type is paid out. */
  readonly canBind: boolean;
  readonly guard: Guard;
}

/** Bound methods of one type, each with a remove button, and a button to bind another (R-FND-90). */
export function MethodGroup({ type, methods, canBind, guard }: MethodGroupProps) {
  const [leaving, setLeaving] = useState<PayoutMethod | null>(null);
  const ofType = methods.filter((method) => method.type === type);
  const title = type === 1 ? t('wallet.coins') : t('wallet.banks');
  return (
    <section aria-label={title}>
      {ofType.length === 0 ? (
        <p className={styles.none}>{type === 1 ? t('wallet.noCoins') : t('wallet.noBanks')}</p>
      ) : (
        <ul>
          {ofType.map((method) => (
            <MethodRow key={method.id} method={method} onRemove={() => setLeaving(method)} />
          ))}
        </ul>
      )}
      {canBind ? (
        <Link
          to="/mine/withdraw-way"
          search={{ type }}
          className={cx(buttonStyles.button, buttonStyles.medium, buttonStyles.wide, buttonStyles.onCard)}
        >
          <Icon name="plus" size={18} />
          {type === 1 ? t('bind.coinTitle') : t('bind.bankTitle')}
        </Link>
      ) : null}
      {leaving === null ? null : (
        <Dialog
          title={t('wallet.deleteTitle')}
          safeLabel={t('common.cancel')}
          label={t('wallet.delete')}
          kind="danger"
          onClose={() => setLeaving(null)}
          onConfirm={async () => {
            await guard(async () => {
              await removeMethod(leaving.id);
              showToast('ok', t('wallet.deleted'));
            });
          }}
        >
          <p>{t('wallet.deleteText', { name: `${methodName(leaving)} · ${methodAbout(leaving)}` })}</p>
        </Dialog>
      )}
    </section>
  );
}

function MethodRow({ method, onRemove }: { method: PayoutMethod; onRemove: () => void }) {
  const nowMs = useNow(30_000);
  const name = methodName(method);
  return (
    <li className={cx(selectRowStyles.row, styles.method)} data-part="select-row">
      <MethodLogo method={method} />
      <div className={layoutStyles.grow}>
        <b className={cx(figuresStyles.number, selectRowStyles.figure)}>{name}</b>
        <small>{methodAbout(method)}</small>
        {method.usableAtMs > nowMs ? (
          <small className={selectRowStyles.hold}>
            <Icon name="clock" size={13} />
            {t('funds.usableFrom', { time: zonedTimeText(method.usableAtMs) })}
          </small>
        ) : null}
      </div>
      <button
        type="button"
        className={buttonStyles.iconButton}
        aria-label={t('wallet.deleteNamed', { name })}
        onClick={onRemove}
      >
        <Icon name="trash" size={22} />
      </button>
    </li>
  );
}
