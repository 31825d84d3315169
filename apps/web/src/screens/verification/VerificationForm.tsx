import { codes } from '@candor/contracts/codes';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type SubmitEvent, useEffect } from 'react';
import { CallError } from '../../data/client.ts';
import { refreshVerification, submitRealName } from '../../data/verification.ts';
import { fieldOfRefusal } from '../../form/problems.ts';
import { useForm } from '../../form/use-form.ts';
import { t } from '../../i18n/text.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { cx } from '../../ui/class-names.ts';
import layoutStyles from '../../ui/layout.module.css';
import { hideToast } from '../../ui/toast.ts';
import typographyStyles from '../../ui/typography.module.css';
import { FormPage } from '../../widgets/FormPage.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import type { PictureSlot } from '../../widgets/pictures/picture-upload.ts';
import { usePictureUpload } from '../../widgets/pictures/picture-upload.ts';
import { checkDetails, DetailsStep } from './DetailsStep.tsx';
import { PictureTile } from './PictureTile.tsx';
import { Steps } from './Steps.tsx';
import styles from './Verification.module.css';

const fieldOfCode = { [codes.documentNumberUsed]: 'cardId' } as const;

/**
 * Details, then pictures, sent in one call at the end. The second step has its own history entry, so that Back returns
 * to the first; details and pictures are kept in this component only, never on the device (R-KYC-01).
 */
export function VerificationForm({ remark }: { remark: string }) {
  const navigate = useNavigate();
  const router = useRouter();
  const { view } = useSearch({ strict: false });
  const [front, back] = [usePictureUpload('document'), usePictureUpload('document')];
  const form = useForm({
    initial: { name: '', cardId: '' },
    check: checkDetails,
    send: async ({ name, cardId }) => {
      if (front.picture.phase !== 'done' || back.picture.phase !== 'done') return;
      const fields = { name, cardId: cardId, frontId: front.picture.id, backId: back.picture.id };
      try {
        await submitRealName(fields);
        router.history.back();
      } catch (error) {
        if (isAboutDetails(error)) router.history.back();
        if (isCode(error, [codes.uploadNotFound])) for (const side of [front, back]) side.clear();
        if (isCode(error, [codes.verificationWaiting, codes.verificationApproved])) void refreshVerification();
        throw error;
      }
    },
    fieldOfCode,
  });
  const isComplete = Object.keys(checkDetails(form.values)).length === 0;
  const isSecond = view === 'documents' && isComplete;
  // After a reload the details are lost, even if the address names step two; typing them must not change the page.
  useEffect(() => void navigate({ to: '/mine/auth', search: {}, replace: true }), [navigate]);

  function toDocuments(event: SubmitEvent): void {
    event.preventDefault();
    if (!form.isReady()) return;
    hideToast();
    void navigate({ to: '/mine/auth', search: { view: 'documents' } });
  }

  return (
    <FormPage
      key={isSecond ? 'documents' : 'details'}
      bar={<NavBar title={t('verify.title')} />}
      form={isSecond ? form.form : { ...form.form, onSubmit: toDocuments }}
      foot={
        isSecond ? (
          <BusyButton
            label={t('verify.submit')}
            isBusy={form.isBusy}
            isDisabled={front.picture.phase !== 'done' || back.picture.phase !== 'done'}
          />
        ) : (
          <BusyButton label={t('verify.continue')} isBusy={false} />
        )
      }
    >
      <Steps done={isSecond ? 2 : 1} />
      <div className={cx(layoutStyles.gutters, styles.content)}>
        {isSecond ? (
          <DocumentsStep front={front} back={back} isLocked={form.isBusy} />
        ) : (
          <DetailsStep remark={remark} field={form.field} />
        )}
      </div>
    </FormPage>
  );
}

const details = { name: '', cardId: '' };

function isAboutDetails(error: unknown): boolean {
  return error instanceof CallError && fieldOfRefusal(error, details, fieldOfCode) !== null;
}

function isCode(error: unknown, wanted: readonly (number | string)[]): boolean {
  return error instanceof CallError && wanted.includes(error.code);
}

export interface DocumentsStepProps {
  readonly front: PictureSlot;
  readonly back: PictureSlot;
  /** True while everything is being sent: no picture can be replaced. */
  readonly isLocked: boolean;
}

function DocumentsStep({ front, back, isLocked }: DocumentsStepProps) {
  return (
    <>
      <h2 className={typographyStyles.title}>{t('verify.photosTitle')}</h2>
      <p className={typographyStyles.lead}>{t('verify.photosText')}</p>
      <PictureTile label={t('verify.front')} slot={front} isLocked={isLocked} className={styles.front} />
      <PictureTile label={t('verify.back')} slot={back} isLocked={isLocked} className={styles.back} />
    </>
  );
}
