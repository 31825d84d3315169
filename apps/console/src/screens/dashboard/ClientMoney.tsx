import { deskCalls } from '@candor/contracts/console/desk';
import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type * as z from 'zod/mini';
import { useCall } from '../../api/use-call.ts';
import { Amount } from '../../parts/Figures.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { Section } from '../../parts/Section.tsx';

type Control = z.output<typeof deskCalls.tieOut.answer>['ledgers'][number];
type Locks = z.output<typeof deskCalls.tieOut.answer>['locks'];
/** Sign of a term, its name and its amount; a sum has the sign `=`. */
type Term = readonly [sign: '' | '+' | '−' | '=', label: string, amount: string];

const { today } = text;
const everyMs = 15_000;

/** Client money to the cent: each sum with its terms, and whether the two ways to it agree (R-CON-20). */
export function ClientMoney() {
  const { data, error, reload } = useCall(deskCalls.tieOut, {}, { everyMs });
  if (data === undefined) return error === null ? null : <LoadFailed error={error} onAgain={reload} />;
  return (
    <>
      {data.ledgers.length === 0 && (
        <Section title={today.clientMoney}>
          <Box sx={{ color: 'text.secondary' }}>{today.noMoney}</Box>
        </Section>
      )}
      {data.ledgers.map((control) => (
        <Section
          key={control.currency}
          title={`${today.clientMoney}, ${control.currency}`}
          lead={today.clientMoneyLead}
        >
          <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, columnGap: 3 }}>
            <Terms terms={movementsOf(control)} />
            <Terms terms={holdingsOf(control)} />
          </Box>
          <Verdict difference={control.difference} agreed={today.ledgerAgrees} broken={today.ledgerBroken} />
          <LocksVerdict locks={data.locks} />
        </Section>
      ))}
    </>
  );
}

function movementsOf(control: Control): readonly Term[] {
  return [
    ['', today.deposits, control.deposits],
    ['−', today.withdrawalsPaid, control.withdrawals],
    ['=', today.received, control.received],
    ['', today.free, control.free],
    ['+', today.locked, control.locked],
    ['=', today.clients, control.clients],
  ];
}

function holdingsOf(control: Control): readonly Term[] {
  return [
    ['', today.fees, control.fees],
    ['+', today.swaps, control.swaps],
    ['+', today.result, control.result],
    ['+', today.cover, control.cover],
    ['+', today.corrections, control.corrections],
    ['+', today.remainders, control.remainders],
    ['=', today.firm, control.firm],
  ];
}

function Terms({ terms }: { readonly terms: readonly Term[] }) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '16px 1fr auto', alignContent: 'start' }}>
      {terms.map(([sign, label, amount]) => {
        const isSum = sign === '=';
        const row = { py: 0.5, borderTop: isSum ? 2 : 1, borderColor: 'divider', fontSize: '0.8125rem' } as const;
        return (
          <Box key={label} sx={{ display: 'contents' }}>
            <Box aria-hidden sx={{ ...row, color: 'text.secondary' }}>
              {sign}
            </Box>
            <Box component="dt" sx={{ ...row, fontWeight: isSum ? 650 : 400 }}>
              {label}
            </Box>
            <Box component="dd" sx={{ ...row, m: 0, textAlign: 'end', fontWeight: isSum ? 650 : 500 }}>
              <Amount value={amount} />
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

function Verdict(props: { readonly difference: string; readonly agreed: string; readonly broken: string }) {
  const { difference, agreed, broken } = props;
  const isBroken = !/^-?0(\.0+)?$/.test(difference);
  return (
    <Alert severity={isBroken ? 'error' : 'success'} sx={{ mt: 1, py: 0 }}>
      {isBroken ? broken : agreed} <Amount value={isBroken ? difference : '0.00'} />
    </Alert>
  );
}

function LocksVerdict({ locks: { difference } }: { readonly locks: Locks }) {
  return <Verdict difference={difference} agreed={today.locksAgree} broken={today.locksBroken} />;
}
