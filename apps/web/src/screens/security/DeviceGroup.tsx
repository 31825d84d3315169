import { useState } from 'react';
import type { SignedInDevice } from '../../data/account-records.ts';
import { signOutDevice, signOutOthers } from '../../data/security.ts';
import { dayClockText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { shownZone } from '../../session/shown-zone.ts';
import badgeStyles from '../../ui/Badge.module.css';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import listRowStyles from '../../ui/ListRow.module.css';
import { showToast } from '../../ui/toast.ts';
import type { Guard } from '../../widgets/identity/step-up.ts';
import { ZoneNote } from '../../widgets/ZoneNote.tsx';

interface DeviceGroupProps {
  readonly devices: readonly SignedInDevice[];
  readonly guard: Guard;
}

/** Logged-in devices, this one first; each of the others can be logged out. */
export function DeviceGroup({ devices, guard }: DeviceGroupProps) {
  const [leaving, setLeaving] = useState<SignedInDevice | 'others' | null>(null);
  const sorted = devices.toSorted(
    (one, two) => Number(two.isCurrent) - Number(one.isCurrent) || two.lastSeenAtMs - one.lastSeenAtMs,
  );
  const hasOthers = devices.some(({ isCurrent }) => !isCurrent);

  async function signOut(): Promise<void> {
    await guard(async () => {
      if (leaving === 'others') await signOutOthers();
      else if (leaving !== null) await signOutDevice(leaving.id);
      showToast('ok', t('security.signedOut'));
    });
  }

  return (
    <>
      <h2 className={listRowStyles.groupLabel}>{t('security.devices')}</h2>
      <ul className={listRowStyles.group} aria-label={t('security.devices')}>
        {sorted.map((device) => (
          <DeviceRow key={device.id} device={device} onSignOut={() => setLeaving(device)} />
        ))}
      </ul>
      <ZoneNote />
      {hasOthers ? (
        <div className={listRowStyles.group}>
          <button
            type="button"
            className={cx(listRowStyles.row, listRowStyles.danger, figuresStyles.falling)}
            onClick={() => setLeaving('others')}
          >
            <Icon name="logout" />
            <span className={listRowStyles.text}>{t('security.signOutOthers')}</span>
          </button>
        </div>
      ) : null}
      {leaving === null ? null : (
        <Dialog
          title={
            leaving === 'others' ? t('security.othersTitle') : t('security.deviceTitle', { name: nameOf(leaving) })
          }
          safeLabel={t('common.cancel')}
          label={t('security.signOut')}
          kind="danger"
          onClose={() => setLeaving(null)}
          onConfirm={signOut}
        >
          <p>{t('security.signOutText')}</p>
        </Dialog>
      )}
    </>
  );
}

function nameOf(device: SignedInDevice): string {
  return device.name === '' ? t('security.unknownDevice') : device.name;
}

function DeviceRow({ device, onSignOut }: { device: SignedInDevice; onSignOut: () => void }) {
  const name = nameOf(device);
  return (
    <li className={listRowStyles.row}>
      <Icon name={/Android|iPhone|iPad/.test(name) ? 'phone' : 'device'} />
      <span className={listRowStyles.text}>
        <bdi>{name}</bdi>
        <small>
          {device.isCurrent ? t('security.activeNow') : null}
          {device.isCurrent
            ? null
            : t('security.lastSeen', { time: dayClockText(device.lastSeenAtMs, shownZone(), localeTag(), false) })}
        </small>
      </span>
      <span className={listRowStyles.end}>
        {device.isCurrent ? (
          <span className={cx(badgeStyles.badge, badgeStyles.good, listRowStyles.badge)} data-part="badge">
            {t('security.thisDevice')}
          </span>
        ) : (
          <button
            type="button"
            className={cx(buttonStyles.textButton, listRowStyles.textAction)}
            aria-label={t('security.signOutNamed', { name })}
            onClick={onSignOut}
          >
            {t('security.signOut')}
          </button>
        )}
      </span>
    </li>
  );
}
