import { codes } from '@candor/contracts/codes';
import type { TotpBegun } from '@candor/contracts/http/second-factor';
import { Suspense } from 'react';
import { confirmTotp } from '../../data/security.ts';
import { toProofText } from '../../form/identity-rules.ts';
import { useForm } from '../../form/use-form.ts';
import { t } from '../../i18n/text.ts';
import { copyText } from '../../platform/share.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import qrCodeStyles from '../../ui/QrCode.module.css';
import sheetStyles from '../../ui/Sheet.module.css';
import { Sheet } from '../../ui/Sheet.tsx';
import skeletonStyles from '../../ui/Skeleton.module.css';
import { showToast } from '../../ui/toast.ts';
import typographyStyles from '../../ui/typography.module.css';
import { AuthenticatorCodeField, proofProblem } from '../../widgets/identity/ProofFields.tsx';
import styles from './Security.module.css';

const QrCode = lazyComponent(() => import('../../ui/QrCode.tsx'), 'QrCode');

interface TotpSheetProps {
  readonly begun: TotpBegun;
  readonly onClose: () => void;
  readonly onCodes: (recoveryCodes: readonly string[]) => void;
}

/** Sets up an authenticator app: its secret as QR code and text; a first code confirms it. */
export function TotpSheet({ begun, onClose, onCodes }: TotpSheetProps) {
  return (
    <Sheet title={t('security.totp')} label={t('security.totp')} onClose={onClose}>
      {(close) => (
        <TotpForm
          begun={begun}
          onConfirmed={(recoveryCodes) => {
            close();
            if (recoveryCodes.length > 0) onCodes(recoveryCodes);
          }}
        />
      )}
    </Sheet>
  );
}

interface TotpFormProps {
  readonly begun: TotpBegun;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
}

function TotpForm({ begun, onConfirmed }: TotpFormProps) {
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => proofProblem('totp', code),
    async send({ code }) {
      const recoveryCodes = await confirmTotp(toProofText(code));
      showToast('ok', t('security.totpOn'));
      onConfirmed(recoveryCodes);
    },
    fieldOfCode: { [codes.secondFactorWrong]: 'code', [codes.codeWrong]: 'code' },
  });
  async function copy(): Promise<void> {
    if (await copyText(begun.secret)) showToast('ok', t('common.copied'));
  }
  return (
    <form {...form.form} className={sheetStyles.form}>
      <p className={cx(typographyStyles.small, typographyStyles.secondary)}>{t('security.scan')}</p>
      <div className={styles.qrBox}>
        <Suspense fallback={<i className={cx(skeletonStyles.skeleton, qrCodeStyles.code)} data-part="skeleton" />}>
          <QrCode text={begun.uri} label={t('security.qrLabel')} />
        </Suspense>
      </div>
      <button type="button" className={styles.secret} data-part="secret" onClick={() => void copy()}>
        <span className={layoutStyles.grow}>
          <small>{t('security.secret')}</small>
          <b className={figuresStyles.number}>{groupsOfFour(begun.secret)}</b>
        </span>
        <span className={typographyStyles.visuallyHidden} data-part="reader-text">
          {t('common.copy')}
        </span>
        <Icon name="copy" size={20} />
      </button>
      <AuthenticatorCodeField control={form.field('code')} />
      <BusyButton label={t('security.turnOn')} isBusy={form.isBusy} />
    </form>
  );
}

function groupsOfFour(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}
