import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { PasswordForm } from '../../auth/PasswordForm.tsx';
import { TotpForm } from '../../auth/TotpForm.tsx';
import { notify } from '../../parts/Notifications.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Section } from '../../parts/Section.tsx';

/** Page of the signed-in operator's password and second factor. */
export default function AccountSettingsPage() {
  const [isSettingUp, setIsSettingUp] = useState(false);
  return (
    <>
      <PageHead title={text.signIn.account} lead={text.signIn.accountLead} />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, gap: 2, maxWidth: 880 }}>
        <Section title={text.signIn.changePassword}>
          <PasswordForm onDone={() => notify(text.signIn.saved, 'success')} />
        </Section>
        <Section title={text.signIn.totpTitle} {...(isSettingUp && { lead: text.signIn.totpLead })}>
          {isSettingUp ? (
            <TotpForm
              onDone={() => {
                setIsSettingUp(false);
                notify(text.signIn.totpSaved, 'success');
              }}
            />
          ) : (
            <Button variant="outlined" sx={{ mt: 1 }} onClick={() => setIsSettingUp(true)}>
              {text.signIn.newTotp}
            </Button>
          )}
        </Section>
      </Box>
    </>
  );
}
