import { codes } from '@candor/contracts/codes';
import { useState } from 'react';
import { beginPasskey, finishPasskey } from '../../data/security.ts';
import { useForm } from '../../form/use-form.ts';
import { t } from '../../i18n/text.ts';
import { makePasskey } from '../../platform/passkey.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { cx } from '../../ui/class-names.ts';
import { Field } from '../../ui/Field.tsx';
import sheetStyles from '../../ui/Sheet.module.css';
import { Sheet } from '../../ui/Sheet.tsx';
import { showToast } from '../../ui/toast.ts';
import typographyStyles from '../../ui/typography.module.css';
import type { Guard } from '../../widgets/identity/step-up.ts';

interface PasskeySheetProps {
  readonly guard: Guard;
  readonly onClose: () => void;
  readonly onCodes: (recoveryCodes: readonly string[]) => void;
}

/** Creates a passkey on this device or a security key: a name, then the device's dialog. */
export function PasskeySheet({ guard, onClose, onCodes }: PasskeySheetProps) {
  return (
    <Sheet title={t('security.addPasskey')} label={t('security.addPasskey')} onClose={onClose}>
      {(close) => <PasskeyForm guard={guard} onDone={close} onCodes={onCodes} />}
    </Sheet>
  );
}

function PasskeyForm({ guard, onDone, onCodes }: Omit<PasskeySheetProps, 'onClose'> & { onDone: () => void }) {
  const [isMaking, setMaking] = useState(false);

  async function make(name: string): Promise<void> {
    setMaking(true);
    try {
      const passkey = await makePasskey(await beginPasskey());
      if (passkey === null) return showToast('warn', t('factor.passkeyNotUsed'));
      const recoveryCodes = await finishPasskey(name, passkey);
      showToast('ok', t('security.passkeyAdded'));
      onDone();
      if (recoveryCodes.length > 0) onCodes(recoveryCodes);
    } finally {
      setMaking(false);
    }
  }

  const form = useForm({
    initial: { name: '' },
    check: () => ({}),
    send: async ({ name }) => void (await guard(() => make(name.trim()))),
    fieldOfCode: { [codes.passkeyRefused]: 'name' },
  });
  return (
    <form {...form.form} className={sheetStyles.form}>
      <p className={cx(typographyStyles.small, typographyStyles.secondary)}>{t('security.passkeyText')}</p>
      <Field
        {...form.field('name')}
        label={t('security.passkeyName')}
        placeholder={t('security.passkeyPlaceholder')}
        isOptional
        autoComplete="off"
        maxLength={60}
        enterKeyHint="done"
      />
      <BusyButton label={t('security.makePasskey')} isBusy={form.isBusy || isMaking} />
    </form>
  );
}
