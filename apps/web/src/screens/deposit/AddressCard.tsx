import type { DepositAddressOption } from '@candor/contracts/http/funds';
import { Suspense } from 'react';
import { t } from '../../i18n/text.ts';
import { copyText } from '../../platform/clipboard.ts';
import { share } from '../../platform/share.ts';
import { Icon } from '../../ui/Icon.tsx';
import { CurrencyLogo } from '../../ui/Logo.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { showToast } from '../../ui/toast.ts';

/** Its library is used nowhere else on this page. */
const QrCode = latePart(() => import('../../ui/QrCode.tsx'), 'QrCode');

/** Characters emphasised at each end, enough to notice a replaced address. */
const endLength = 6;

/** Deposit address as QR code and as text with emphasised ends, with copy and share. */
export function AddressCard({ option }: { option: DepositAddressOption }) {
  const { address, currency_code, protocol_code } = option;
  const title = t('deposit.address', { code: currency_code, network: protocol_code });

  async function copy(): Promise<void> {
    if (await copyText(address)) showToast('ok', t('common.copied'));
  }

  async function hand(): Promise<void> {
    if ((await share({ title, text: address })) === 'copied') showToast('ok', t('common.copied'));
  }

  return (
    <section className="card qrc" aria-label={title}>
      <div className="qrbox">
        <Suspense fallback={<i className="sk" style={{ width: '100%', height: '100%' }} />}>
          <QrCode text={address} label={t('deposit.qr')} hasLogo />
        </Suspense>
        <span className="qrbox-c">
          <CurrencyLogo code={currency_code} size={34} />
        </span>
      </div>
      <div>
        <div className="xs t3 c">{title}</div>
        <div className="addr num" dir="ltr">
          <b>{address.slice(0, endLength)}</b>
          {address.slice(endLength, -endLength)}
          <b>{address.slice(-endLength)}</b>
        </div>
      </div>
      <div className="btns">
        <button type="button" className="btn btn--secondary btn--md" onClick={() => void hand()}>
          <Icon name="share" size={18} />
          {t('invite.share')}
        </button>
        <button type="button" className="btn btn--primary btn--md" onClick={() => void copy()}>
          <Icon name="copy" size={18} />
          {t('deposit.copyAddress')}
        </button>
      </div>
    </section>
  );
}
