import { codes } from '@candor/contracts/codes';
import { useState } from 'react';
import type { Invitation } from '../../data/account-records.ts';
import { CallError } from '../../data/client.ts';
import { useBrand } from '../../data/company.ts';
import { useInvite } from '../../data/invite.ts';
import { t } from '../../i18n/text.ts';
import { share } from '../../platform/share.ts';
import buttonStyles from '../../ui/Button.module.css';
import cardStyles from '../../ui/Card.module.css';
import { cx } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Icon } from '../../ui/Icon.tsx';
import inkCardStyles from '../../ui/InkCard.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { Bone } from '../../ui/Skeleton.tsx';
import timelineStyles from '../../ui/Timeline.module.css';
import { showToast } from '../../ui/toast.ts';
import { FormPage } from '../../widgets/FormPage.tsx';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import { OnlyReal } from '../../widgets/OnlyReal.tsx';
import styles from './Invite.module.css';
import { InviteCard } from './InviteCard.tsx';
import { JoinedList } from './JoinedList.tsx';
import { QrSheet } from './QrSheet.tsx';

/** The user's invitation code and link, how inviting works, and who has joined. */
export function InviteScreen() {
  return (
    <OnlyReal title={t('invite.title')}>
      <Invite />
    </OnlyReal>
  );
}

function Invite() {
  const query = useInvite();
  const info = query.data?.pages[0];
  if (info !== undefined) {
    return (
      <FormPage isCanvas bar={<NavBar title={t('invite.title')} />} foot={<Ways info={info} />}>
        <div className={layoutStyles.gutters}>
          <InviteCard info={info} />
          <InviteSteps hasRewards={info.hasRewards} />
          <JoinedList query={query} />
        </div>
      </FormPage>
    );
  }
  return (
    <FormPage isCanvas bar={<NavBar title={t('invite.title')} />}>
      {isOff(query.error) ? (
        <Empty drawing="orders" title={t('invite.offTitle')} text={query.error.message} />
      ) : query.error !== null && !query.isFetching ? (
        <LoadFailed title={t('invite.errorTitle')} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <InviteSkeleton />
      )}
    </FormPage>
  );
}

/** True if the company has no invitations; trying again would not help (R-INV-03). */
function isOff(error: Error | null): error is CallError {
  return error instanceof CallError && error.code === codes.invitationsOff;
}

/** Buttons: show the QR code, share the link. */
function Ways({ info }: { info: Invitation }) {
  const [isQrShown, setQrShown] = useState(false);
  const company = useBrand().name;

  async function hand(): Promise<void> {
    const text = t('invite.shareText', { company, code: info.code });
    if ((await share({ title: company, text, url: info.link })) === 'copied') showToast('ok', t('common.copied'));
  }

  return (
    <div className={buttonStyles.buttons}>
      <button
        type="button"
        className={cx(buttonStyles.button, buttonStyles.secondary)}
        onClick={() => setQrShown(true)}
      >
        <Icon name="qr" size={18} />
        {t('invite.showQr')}
      </button>
      <button type="button" className={cx(buttonStyles.button, buttonStyles.primary)} onClick={() => void hand()}>
        <Icon name="share" size={18} />
        {t('invite.share')}
      </button>
      {isQrShown ? <QrSheet info={info} onClose={() => setQrShown(false)} /> : null}
    </div>
  );
}

/** Steps of an invitation; rewards are mentioned only if the company pays them. */
function InviteSteps({ hasRewards }: { hasRewards: boolean }) {
  return (
    <section className={cx(cardStyles.card, styles.steps)}>
      <ol className={cx(timelineStyles.timeline, timelineStyles.numbered)} data-part="numbered-steps">
        <li>
          <h2>{t('invite.step1')}</h2>
          <p>{t('invite.step1Text')}</p>
        </li>
        <li>
          <h2>{t('invite.step2')}</h2>
          <p>{t('invite.step2Text')}</p>
        </li>
        <li>
          <h2>{t('invite.step3')}</h2>
          <p>{hasRewards ? t('invite.step3Rewards') : t('invite.step3NoRewards')}</p>
        </li>
      </ol>
    </section>
  );
}

function InviteSkeleton() {
  return (
    <div className={layoutStyles.gutters} role="status" aria-label={t('common.loading')}>
      <section className={cx(inkCardStyles.card, styles.invite)} data-part="account-card" data-theme="dark">
        <Bone width={104} height={14} marginBlock={2} />
        <Bone width={180} height={34} marginBlock="11px 7px" />
        <div className={styles.link}>
          <Bone height={36} borderRadius={18} />
        </div>
      </section>
      <section className={cx(cardStyles.card, styles.skeletonSteps, styles.skeletonSteps)}>
        {['62%', '40%', '70%'].map((width) => (
          <div key={width} className={styles.skeletonStep}>
            <Bone isCircle width={20} height={20} />
            <Bone width={width} height={34} />
          </div>
        ))}
      </section>
    </div>
  );
}
