import { installationCalls } from '@candor/contracts/console/installation';
import { text } from '@candor/texts/console';
import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router';
import type * as z from 'zod/mini';
import { formatWord } from '../../format/words.ts';
import { mayCall } from '../../parts/ActionButton.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { ToneChip } from '../../parts/StatusChip.tsx';

type Company = z.output<typeof installationCalls.list.answer>['data'][number];

const columns: readonly Column<Company>[] = [
  { key: 'id', label: text.common.id, isNumber: true, cell: ({ id }) => <span className="num">{id}</span> },
  { key: 'name', label: text.company.name, cell: ({ name }) => name },
  { key: 'hosts', label: text.company.hosts, cell: ({ hosts }) => hosts.join(', ') || text.companies.everyOther },
  { key: 'jurisdiction', label: text.company.jurisdiction, cell: ({ jurisdiction }) => formatWord(jurisdiction) },
  {
    key: 'kind',
    label: text.companies.kind,
    cell: ({ is_trial }) => (is_trial ? text.companies.trial : text.companies.real),
  },
  {
    key: 'state',
    label: text.common.status,
    cell: ({ status }) => (
      <ToneChip
        label={status === 0 ? text.companies.inService : text.companies.outOfService}
        tone={status === 0 ? 'good' : 'bad'}
      />
    ),
  },
];

/** List of the installation's companies. */
export default function CompaniesPage() {
  return (
    <ListPage<Company>
      name="companies"
      title={text.menu.companies}
      lead={text.companies.lead}
      columns={columns}
      sort={{ field: 'id', order: 'ASC' }}
      linkTo={({ id }) => `/companies/${id}`}
      actions={mayCall(installationCalls.add) && <NewCompany />}
    />
  );
}

function NewCompany() {
  return (
    <Button variant="contained" startIcon={<Add />} component={RouterLink} to="/companies/new">
      {text.companies.add}
    </Button>
  );
}
