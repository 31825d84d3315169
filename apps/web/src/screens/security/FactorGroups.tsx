import type { TotpBegun } from '@candor/contracts/http/second-factor';
import { useState } from 'react';
import type { SecondFactors } from '../../data/account-records.ts';
import { beginTotp, removePasskey, removeTotp, renewRecoveryCodes } from '../../data/security.ts';
import { dayText } from '../../format/time-text.ts';
import { localeTag, plural, t } from '../../i18n/text.ts';
import { canUsePasskeys } from '../../platform/passkey.ts';
import { shownZone } from '../../session/shown-zone.ts';
import badgeStyles from '../../ui/Badge.module.css';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import listRowStyles from '../../ui/ListRow.module.css';
import type { Guard } from '../../widgets/identity/step-up.ts';
import { PasskeySheet } from './PasskeySheet.tsx';
import { RecoverySheet } from './RecoverySheet.tsx';
import styles from './Security.module.css';
import { TotpSheet } from './TotpSheet.tsx';

interface FactorGroupsProps {
  readonly factors: SecondFactors;
  readonly guard: Guard;
}

type Open =
  | { readonly kind: 'totp'; readonly begun: TotpBegun }
  | { readonly kind: 'passkey' | 'remove-totp' | 'renew' }
  | { readonly kind: 'remove-passkey'; readonly id: string; readonly name: string };

/** Authenticator app, passkeys and recovery codes. */
export function FactorGroups({ factors, guard }: FactorGroupsProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const close = () => setOpen(null);
  const hasFactor = factors.hasTotp || factors.passkeys.length > 0;

  return (
    <>
      <h2 className={cx(listRowStyles.groupLabel, listRowStyles.firstLabel)}>{t('security.factors')}</h2>
      <div className={listRowStyles.group}>
        <TotpRow
          isOn={factors.hasTotp}
          onSetUp={() => guard(async () => setOpen({ kind: 'totp', begun: await beginTotp() }))}
          onRemove={() => setOpen({ kind: 'remove-totp' })}
        />
        {factors.passkeys.map(({ id, name, createdAtMs, lastUsedAtMs }) => (
          <div key={id} className={listRowStyles.row}>
            <Icon name="key" />
            <span className={listRowStyles.text}>
              {name === '' ? t('security.passkey') : name}
              <small>{passkeyText(createdAtMs, lastUsedAtMs)}</small>
            </span>
            <button
              type="button"
              className={cx(buttonStyles.iconButton, listRowStyles.action)}
              aria-label={t('security.removeNamed', { name: name === '' ? t('security.passkey') : name })}
              onClick={() => setOpen({ kind: 'remove-passkey', id, name })}
            >
              <Icon name="trash" size={20} />
            </button>
          </div>
        ))}
        {canUsePasskeys() ? (
          <button type="button" className={listRowStyles.row} onClick={() => setOpen({ kind: 'passkey' })}>
            <Icon name="plus" />
            <span className={listRowStyles.text}>{t('security.addPasskey')}</span>
            <span className={listRowStyles.end}>
              <Icon name="next" size={18} className={listRowStyles.chevron} />
            </span>
          </button>
        ) : null}
        {hasFactor ? (
          <button type="button" className={listRowStyles.row} onClick={() => setOpen({ kind: 'renew' })}>
            <Icon name="lock" />
            <span className={listRowStyles.text}>{t('security.recovery')}</span>
            <span className={listRowStyles.end}>
              {plural('security.left', factors.recoveryLeft)}
              <Icon name="next" size={18} className={listRowStyles.chevron} />
            </span>
          </button>
        ) : null}
      </div>
      {open === null ? null : <FactorOverlay open={open} guard={guard} onClose={close} onCodes={setRecoveryCodes} />}
      {recoveryCodes === null ? null : (
        <RecoverySheet recoveryCodes={recoveryCodes} onClose={() => setRecoveryCodes(null)} />
      )}
    </>
  );
}

/**
 * Row of the authenticator app; busy until the server, which may first ask for a proof of identity, has begun the
 * set-up.
 */
function TotpRow(props: { isOn: boolean; onSetUp: () => Promise<unknown>; onRemove: () => void }) {
  const [isBusy, setBusy] = useState(false);

  async function press(): Promise<void> {
    if (props.isOn) return props.onRemove();
    if (isBusy) return;
    setBusy(true);
    await props.onSetUp();
    setBusy(false);
  }

  return (
    <button type="button" className={listRowStyles.row} aria-busy={isBusy} onClick={() => void press()}>
      <Icon name="shield" />
      <span className={listRowStyles.text}>
        {t('security.totp')}
        <small>{t('security.totpText')}</small>
      </span>
      <span className={listRowStyles.end}>
        {props.isOn ? (
          <span className={cx(badgeStyles.badge, badgeStyles.good)} data-part="badge">
            <Icon name="check" />
            {t('security.on')}
          </span>
        ) : (
          t('security.setUp')
        )}
        {isBusy ? (
          <i className={cx(buttonStyles.spinner, styles.spinner)} />
        ) : (
          <Icon name="next" className={listRowStyles.chevron} />
        )}
      </span>
    </button>
  );
}

function passkeyText(createdAt: number, lastUsedAt: number | null): string {
  const day = (time: number) => dayText(time, shownZone(), localeTag());
  return lastUsedAt === null
    ? t('security.added', { day: day(createdAt) })
    : t('security.lastUsed', { day: day(lastUsedAt) });
}

interface FactorOverlayProps {
  readonly open: Open;
  readonly guard: Guard;
  readonly onClose: () => void;
  readonly onCodes: (recoveryCodes: readonly string[]) => void;
}

function FactorOverlay({ open, guard, onClose, onCodes }: FactorOverlayProps) {
  switch (open.kind) {
    case 'totp':
      return <TotpSheet begun={open.begun} onClose={onClose} onCodes={onCodes} />;
    case 'passkey':
      return <PasskeySheet guard={guard} onClose={onClose} onCodes={onCodes} />;
    case 'remove-totp':
      return (
        <RemoveDialog
          title={t('security.removeTotpTitle')}
          onClose={onClose}
          onRemove={() => guard(async () => void (await removeTotp()))}
        />
      );
    case 'renew':
      return <RenewDialog guard={guard} onClose={onClose} onCodes={onCodes} />;
    case 'remove-passkey':
      return (
        <RemoveDialog
          title={t('security.removeNamed', { name: open.name === '' ? t('security.passkey') : open.name })}
          onClose={onClose}
          onRemove={() => guard(async () => void (await removePasskey(open.id)))}
        />
      );
  }
}

function RenewDialog({ guard, onClose, onCodes }: Omit<FactorOverlayProps, 'open'>) {
  async function renew(): Promise<void> {
    const codes = await renewRecoveryCodes();
    if (codes.length > 0) onCodes(codes);
  }
  return (
    <Dialog
      title={t('security.renewTitle')}
      safeLabel={t('common.cancel')}
      label={t('security.renew')}
      onClose={onClose}
      onConfirm={async () => void (await guard(renew))}
    >
      <p>{t('security.renewText')}</p>
    </Dialog>
  );
}

function RemoveDialog(props: { title: string; onClose: () => void; onRemove: () => Promise<unknown> }) {
  return (
    <Dialog
      title={props.title}
      safeLabel={t('common.cancel')}
      label={t('security.remove')}
      kind="danger"
      onClose={props.onClose}
      onConfirm={async () => void (await props.onRemove())}
    >
      <p>{t('security.removeText')}</p>
    </Dialog>
  );
}
