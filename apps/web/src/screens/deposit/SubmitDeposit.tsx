import { t } from '../../i18n/text.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import type { PictureSlot } from '../../widgets/pictures/picture-upload.ts';
import type { DepositForm } from './use-deposit-form.ts';

/** Submit button; enabled once there is an amount, and a proof if one is needed. */
export function SubmitDeposit({ form, proof }: { form: DepositForm; proof: PictureSlot }) {
  const isUploading = proof.picture.phase === 'preparing' || proof.picture.phase === 'sending';
  return (
    <BusyButton
      label={isUploading ? t('deposit.uploading') : t('deposit.submit')}
      isBusy={form.isBusy || isUploading}
      isDisabled={!form.isReady || isUploading}
    />
  );
}
