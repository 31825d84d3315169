import type { PayType } from '@candor/contracts/http/funds';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { PayoutCurrency, PayoutMethod } from '../../data/funds-records.ts';
import { t } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';
import bigIconStyles from '../../ui/BigIcon.module.css';
import { cx } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import listRowStyles from '../../ui/ListRow.module.css';
import layoutStyles from '../../ui/layout.module.css';
import selectRowStyles from '../../ui/SelectRow.module.css';
import { MethodLogo, methodAbout, methodBound, methodName } from '../../widgets/funds/bound-method.tsx';
import { zonedTimeText } from '../../widgets/zoned-time.ts';
import { MethodSheet } from './MethodSheet.tsx';
import type { WithdrawState } from './use-withdraw-form.ts';
import styles from './Withdraw.module.css';

interface MethodSectionProps {
  readonly type: PayType;
  readonly currency: PayoutCurrency;
  readonly state: WithdrawState;
  /** True if the chosen method was bound recently and is on hold. */
  readonly isOnHold: boolean;
}

/** Destination: one of the bound methods in this currency, or a button to bind one (R-FND-86). */
export function MethodSection({ type, currency, state, isOnHold }: MethodSectionProps) {
  const navigate = useNavigate();
  const [isChoosing, setChoosing] = useState(false);
  const { method } = state;
  const bind = () => void navigate({ to: '/mine/withdraw-way', search: { type, currency: currency.id } });
  return (
    <>
      <h2 className={layoutStyles.sectionTitle}>{t('withdraw.sendTo')}</h2>
      <div className={layoutStyles.gutters}>
        <button
          type="button"
          className={selectRowStyles.row}
          data-part="select-row"
          aria-haspopup="dialog"
          onClick={() => (method === undefined ? state.setUnbound(true) : setChoosing(true))}
        >
          {method === undefined ? <None type={type} code={currency.code} /> : <Chosen method={method} />}
          <Icon name="next" className={listRowStyles.chevron} />
        </button>
        {isOnHold && method !== undefined ? (
          <div className={cx(styles.obstacle, styles.notice)}>
            <Banner kind="warn" icon="clock">
              {t('withdraw.onHold', { time: zonedTimeText(method.usableAtMs) })}
            </Banner>
          </div>
        ) : null}
      </div>
      {state.isUnbound ? (
        <Dialog
          title={type === 1 ? t('withdraw.noAddress') : t('withdraw.noAccount')}
          icon={<Icon name="wallet" size={26} />}
          safeLabel={t('withdraw.notNow')}
          label={type === 1 ? t('bind.bindAddress') : t('bind.bindAccount')}
          onClose={() => state.setUnbound(false)}
          onConfirm={bind}
        >
          <p>{t(type === 1 ? 'withdraw.noAddressText' : 'withdraw.noAccountText', { code: currency.code })}</p>
        </Dialog>
      ) : null}
      {isChoosing ? (
        <MethodSheet
          methods={state.fitting}
          chosenId={method?.id ?? null}
          onChoose={state.chooseMethod}
          onBind={bind}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </>
  );
}

function Chosen({ method }: { method: PayoutMethod }) {
  return (
    <>
      <MethodLogo method={method} />
      <span className={layoutStyles.grow}>
        <b className={cx(figuresStyles.number, selectRowStyles.figure)}>{methodName(method)}</b>
        <small>
          {methodAbout(method)} · {methodBound(method)}
        </small>
      </span>
    </>
  );
}

function None({ type, code }: { type: PayType; code: string }) {
  return (
    <>
      <span className={cx(bigIconStyles.icon, bigIconStyles.inRow)} data-part="big-icon">
        <Icon name="plus" size={20} />
      </span>
      <span className={layoutStyles.grow}>
        <b>{type === 1 ? t('withdraw.noAddress') : t('withdraw.noAccount')}</b>
        <small>{t(type === 1 ? 'withdraw.bindFor' : 'withdraw.bindAccountFor', { code })}</small>
      </span>
    </>
  );
}
