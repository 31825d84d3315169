import { signInCalls, signInKinds } from '@candor/contracts/console/sign-ins';
import { text } from '@candor/texts/console';
import type * as z from 'zod/mini';
import { NumberInput, SelectInput, TextInput } from '../../parts/inputs.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import { PeriodInputs } from '../../parts/PeriodInputs.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { chainHead, chainTail, useChainCheck } from './chain.tsx';

type Entry = z.output<typeof signInCalls.list.answer>['data'][number];

const { signIns } = text;
const people = { user: signIns.user, operator: signIns.operator };

const columns: readonly Column<Entry>[] = [
  ...chainHead,
  { key: 'kind', label: signIns.kind, cell: ({ kind }) => signIns.kinds[kind] },
  { key: 'who', label: signIns.who, cell: ({ who }) => people[who] },
  { key: 'person', label: signIns.person, cell: ({ person }) => person || text.common.none },
  { key: 'detail', label: signIns.detail, cell: ({ detail }) => detail.slice(0, 40) || text.common.none },
  { key: 'network', label: signIns.network, cell: ({ network }) => network || text.common.none },
  { key: 'count', label: signIns.count, cell: ({ count }) => <span className="num">{count}</span> },
  ...chainTail,
];

/** List of sign-ins and refusals with their network, with filters, CSV and the check of the whole chain. */
export default function SignInsPage() {
  const { button, verdict } = useChainCheck(signInCalls.verify);
  return (
    <ListPage<Entry>
      name="sign-ins"
      title={text.menu['sign-ins']}
      lead={signIns.lead}
      columns={columns}
      actions={button}
      notice={verdict}
      filters={
        <>
          <SelectInput source="kind" label={signIns.kind} helperText={false} choices={kindChoices} />
          <SelectInput source="who" label={signIns.who} helperText={false} choices={whoChoices} />
          <NumberInput source="person_id" label={signIns.personId} helperText={false} min={1} />
          <TextInput source="network" label={signIns.network} helperText={false} />
          <PeriodInputs />
        </>
      }
    />
  );
}

const kindChoices = signInKinds.map((id) => ({ id, name: signIns.kinds[id] }));
const whoChoices = (['user', 'operator'] as const).map((id) => ({ id, name: people[id] }));
