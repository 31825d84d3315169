import { type MarkedWord, markDifferences } from '@candor/domain/calc/names';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import { Fragment, type ReactNode } from 'react';
import { type Fact, Facts } from '../../parts/Facts.tsx';
import { Moment } from '../../parts/Figures.tsx';
import { PayeeMark, payeeColour } from '../../parts/queue/PayeeMark.tsx';
import { Section } from '../../parts/Section.tsx';
import type { Withdrawal } from './WithdrawalsPage.tsx';

/** Payee of a withdrawal: the verified name beside the payee's, with the words that differ marked (R-CON-12). */
export function PayeePanel({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { client_name: verified, payee_name: payee, payee_match: match, method_bound_at: boundAt } = withdrawal;
  const words = markDifferences(payee, verified);
  return (
    <Section title={text.queue.whoIsPaid} action={<PayeeMark match={match} />}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: payee === '' ? '1fr' : '1fr 1fr' },
          gap: 1,
          mb: 1,
        }}
      >
        <NameBox label={text.queue.verifiedName}>
          {verified === '' ? (
            text.queue.notVerified
          ) : (
            <Words words={markDifferences(verified, payee === '' ? verified : payee)} />
          )}
        </NameBox>
        {payee !== '' && (
          <NameBox label={text.queue.payeeName} colour={match === 'same' ? undefined : payeeColour(match)}>
            <Words words={words} />
          </NameBox>
        )}
      </Box>
      <Box component="p" sx={{ m: 0, mb: 1, fontSize: '0.8125rem', color: payeeColour(match) }}>
        {text.queue.matchLead[match]}
      </Box>
      <Facts
        facts={[
          ...destinationFacts(withdrawal),
          ...(boundAt === null ? [] : [{ label: text.queue.boundAt, value: <Moment ms={boundAt} /> }]),
        ]}
      />
    </Section>
  );
}

function NameBox(props: {
  readonly label: string;
  readonly colour?: string | undefined;
  readonly children: ReactNode;
}) {
  const { label, colour, children } = props;
  return (
    <Box
      sx={{
        bgcolor: 'action.hover',
        borderRadius: '10px',
        px: 1.5,
        py: 1,
        borderInlineStart: 3,
        borderColor: colour ?? 'divider',
      }}
    >
      <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>{label}</Box>
      <Box sx={{ fontSize: '1.0625rem', fontWeight: 650, overflowWrap: 'anywhere' }}>{children}</Box>
    </Box>
  );
}

/** Words of a name as they are written; those that the other name lacks are underlined. */
function Words({ words }: { readonly words: readonly MarkedWord[] }) {
  return (
    <bdi>
      {words.map(({ word, isDifferent }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a word may occur twice in a name
        <Fragment key={at}>
          {at > 0 && ' '}
          {isDifferent ? (
            <Box
              component="mark"
              sx={{
                bgcolor: 'warning.light',
                color: 'warning.main',
                borderRadius: '4px',
                px: 0.375,
                textDecoration: 'underline',
              }}
            >
              {word}
            </Box>
          ) : (
            word
          )}
        </Fragment>
      ))}
    </bdi>
  );
}

/** Kind of the destination, and its fields in full. */
export function destinationFacts({ method, protocol, destination }: Withdrawal): Fact[] {
  return [
    { label: text.funds.method, value: protocol === '' ? text.funds[method] : `${text.funds[method]} · ${protocol}` },
    ...Object.entries(destination)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => ({ label: nameOf(name), value: <span className="code">{value}</span> })),
  ];
}

/** Returns the label of a field of the payout method, e.g. of `payee_name`. */
function nameOf(field: string): string {
  const known: Readonly<Record<string, string>> = text.fieldLabels;
  const words = field.replaceAll('_', ' ');
  return field === 'address'
    ? text.queue.address
    : (known[field] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`);
}
