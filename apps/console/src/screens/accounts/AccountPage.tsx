import { accountCalls } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import { useParams } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { DetailPage } from '../../parts/DetailPage.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Amount, Figure } from '../../parts/Figures.tsx';
import { Ledger } from '../../parts/Ledger.tsx';
import { Section } from '../../parts/Section.tsx';
import { UserLink } from '../../parts/UserLink.tsx';

/** Page of one account and its postings, whose sum is the balance. */
export default function AccountPage() {
  const id = useParams()['id'] ?? '';
  const loaded = useCall(accountCalls.one, { params: { id } });
  return (
    <DetailPage
      title={`${text.common.account} ${id}`}
      back={{ to: '/accounts', label: text.menu.accounts }}
      loaded={loaded}
    >
      {(account) => (
        <>
          <Section>
            <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, columnGap: 4 }}>
              <Facts
                facts={[
                  {
                    label: text.accounts.balance,
                    value: <Amount value={account.balance} currency={account.currency} />,
                    isLead: true,
                  },
                  { label: text.accounts.locked, value: <Amount value={account.locked} /> },
                  { label: text.common.user, value: <UserLink uid={account.uid} /> },
                  { label: text.accounts.realm, value: text.common[account.realm] },
                ]}
              />
              <Facts
                facts={[
                  { label: text.accounts.equity, value: <Amount value={account.equity} />, isLead: true },
                  { label: text.accounts.margin, value: <Amount value={account.margin} /> },
                  { label: text.accounts.free, value: <Amount value={account.free_margin} /> },
                  { label: text.accounts.level, value: <Figure value={account.margin_level} /> },
                ]}
              />
            </Box>
          </Section>
          <Section title={text.accounts.ledger} lead={text.accounts.ledgerLead} isFlush>
            <Ledger accountId={id} />
          </Section>
        </>
      )}
    </DetailPage>
  );
}
