import { Suspense } from 'react';
import type { DepositAddress } from '../../data/funds-records.ts';
import { t } from '../../i18n/text.ts';
import { copyText, share } from '../../platform/share.ts';
import buttonStyles from '../../ui/Button.module.css';
import cardStyles from '../../ui/Card.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import { CurrencyLogo } from '../../ui/Logo.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Bone } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toast.ts';
import typographyStyles from '../../ui/typography.module.css';
import styles from './AddressCard.module.css';

/** Its library is used nowhere else on this page. */
const QrCode = lazyComponent(() => import('../../ui/QrCode.tsx'), 'QrCode');

/** Characters emphasised at each end, enough to notice a replaced address. */
const endLength = 6;

/** Deposit address as QR code and as text with emphasised ends, with copy and share. */
export function AddressCard({ option }: { option: DepositAddress }) {
  const { address, currencyCode, network } = option;
  const title = t('deposit.address', { code: currencyCode, network: network });

  async function copy(): Promise<void> {
    if (await copyText(address)) showToast('ok', t('common.copied'));
  }

  async function hand(): Promise<void> {
    if ((await share({ title, text: address })) === 'copied') showToast('ok', t('common.copied'));
  }

  return (
    <section className={cx(cardStyles.card, styles.card)} data-part="qr-card" aria-label={title}>
      <div className={styles.qrBox}>
        <Suspense fallback={<Bone width="100%" height="100%" />}>
          <QrCode text={address} label={t('deposit.qr')} className={styles.code} hasLogo />
        </Suspense>
        <span className={styles.logo}>
          <CurrencyLogo code={currencyCode} size={34} />
        </span>
      </div>
      <div>
        <div
          className={cx(typographyStyles.extraSmall, typographyStyles.tertiary, typographyStyles.centred, styles.title)}
        >
          {title}
        </div>
        <div className={cx(styles.address, figuresStyles.number)} data-part="deposit-address" dir="ltr">
          <b>{address.slice(0, endLength)}</b>
          {address.slice(endLength, -endLength)}
          <b>{address.slice(-endLength)}</b>
        </div>
      </div>
      <div className={cx(buttonStyles.buttons, styles.actions)}>
        <button
          type="button"
          className={cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.medium)}
          onClick={() => void hand()}
        >
          <Icon name="share" size={18} />
          {t('invite.share')}
        </button>
        <button
          type="button"
          className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.medium)}
          onClick={() => void copy()}
        >
          <Icon name="copy" size={18} />
          {t('deposit.copyAddress')}
        </button>
      </div>
    </section>
  );
}
