import { haltCalls, instrumentCalls } from '@candor/contracts/console/market';
import { text } from '@candor/texts/console';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { mayCall } from '../../parts/ActionButton.tsx';
import { ActionDialog, reasonField } from '../../parts/ActionDialog.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { warnOfShards } from './warn-of-shards.ts';

type Scope = 'symbol' | 'company' | 'all';

const scopes = [
  ['symbol', text.halts.scopeSymbol],
  ['company', text.halts.scopeCompany],
  ['all', text.halts.scopeAll],
] as const;

/** Halts openings of one instrument, of the company or of all companies, after a confirmation. */
export function BeginHalt() {
  const [isOpen, setIsOpen] = useState(false);
  const [scope, setScope] = useState<Scope>('symbol');
  const [instrumentId, setInstrumentId] = useState('');
  const act = useAction();
  if (!mayCall(haltCalls.begin)) return null;
  const confirm = async ({ reason = '' }: Record<string, string>) => {
    if (scope === 'symbol' && instrumentId === '') return { problem: text.halts.chooseInstrument };
    const which = scope === 'symbol' ? { instrument_id: Number(instrumentId) } : {};
    const outcome = await act(haltCalls.begin, { body: { scope, reason, ...which } });
    if (outcome.data !== undefined) warnOfShards(outcome.data);
    return outcome;
  };
  return (
    <>
      <Button variant="contained" color="error" onClick={() => setIsOpen(true)}>
        {text.halts.begin}
      </Button>
      {isOpen && (
        <ActionDialog
          title={text.halts.begin}
          lead={text.halts.lead}
          confirm={text.halts.beginConfirm}
          isGrave
          fields={[reasonField]}
          onConfirm={confirm}
          onClose={() => setIsOpen(false)}
        >
          <TextField
            select
            label={text.halts.scope}
            value={scope}
            onChange={({ target }) => setScope(target.value as Scope)}
          >
            {scopes.map(([value, label]) => (
              <MenuItem key={value} value={value}>
                {label}
              </MenuItem>
            ))}
          </TextField>
          {scope === 'symbol' && <InstrumentSelect value={instrumentId} onChange={setInstrumentId} />}
        </ActionDialog>
      )}
    </>
  );
}

function InstrumentSelect(props: { readonly value: string; readonly onChange: (id: string) => void }) {
  const { data, error, reload } = useCall(instrumentCalls.list, {
    query: { per_page: 1_000, sort: 'id', order: 'ASC' },
  });
  if (error !== null) return <LoadFailed error={error} onAgain={reload} />;
  return (
    <TextField
      select
      label={text.halts.instrument}
      value={data === undefined ? '' : props.value}
      onChange={({ target }) => props.onChange(target.value)}
    >
      {(data?.data ?? []).map(({ id, symbol, name }) => (
        <MenuItem key={id} value={String(id)}>
          {symbol} · {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
