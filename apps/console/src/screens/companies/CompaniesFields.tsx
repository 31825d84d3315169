import { companyCalls } from '@candor/contracts/console/content';
import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useWatch } from 'react-hook-form';
import { useCall } from '../../api/use-call.ts';
import { FieldGrid } from '../../parts/FormCard.tsx';
import { BooleanInput, LanguagesInput, RegistrationInputs, SelectInput, TextInput } from '../../parts/inputs.tsx';
import { Section } from '../../parts/Section.tsx';

const states = [
  { id: 0, name: text.companies.inService },
  { id: 1, name: text.companies.outOfService },
];
const modes = [
  { id: 1, name: text.companies.ownSite },
  { id: 0, name: text.companies.mainSite },
];

/** Fields of a company that only the installation's operators change, and the defaults of a new company. */
export function CompaniesFields({ isNew, isDefault }: { readonly isNew: boolean; readonly isDefault: boolean }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' }, columnGap: 2, alignItems: 'start' }}>
      {isNew && (
        <Section title={text.companies.first} lead={text.companies.firstLead}>
          <FirstFields />
        </Section>
      )}
      <Section title={text.company.hosts} lead={text.companies.hostsLead}>
        <TextInput
          source="hosts"
          label={text.company.hosts}
          helperText={text.companies.hostsHint}
          multiline
          minRows={3}
        />
        <TextInput source="url" label={text.companies.url} helperText={text.companies.urlHint} />
        <TextInput
          source="links"
          label={text.company.links}
          helperText={text.company.linksHint}
          multiline
          minRows={2}
        />
      </Section>
      <Section title={text.companies.service}>
        <FieldGrid>
          <SelectInput source="status" label={text.common.status} choices={states} emptyText={false} />
          <SelectInput source="type" label={text.companies.mode} choices={modes} emptyText={false} />
        </FieldGrid>
        {isDefault && <SureOfDefault />}
        <TextInput source="loss_url" label={text.companies.lossUrl} helperText={text.companies.lossUrlHint} />
        <TextInput source="demo_balance" label={text.companies.demoBalance} />
        <BooleanInput source="is_mobile_shown" label={text.companies.mobileShown} helperText={false} />
        <TextInput source="reason" label={text.common.reason} helperText={text.common.reasonHint} />
      </Section>
    </Box>
  );
}

/** Confirmation for closing the default company, which serves every unassigned host. */
function SureOfDefault() {
  const status = useWatch({ name: 'status' }) as number;
  if (status === 0) return null;
  return (
    <Alert severity="warning" sx={{ my: 1 }}>
      {text.companies.sureLead}
      <BooleanInput source="is_sure" label={text.companies.sure} helperText={false} />
    </Alert>
  );
}

function FirstFields() {
  const { data } = useCall(companyCalls.profiles, { query: { per_page: 100 } });
  const profiles = (data?.data ?? []).map(({ id, name }) => ({ id, name }));
  return (
    <>
      <TextInput source="name" label={text.company.name} />
      <FieldGrid>
        <SelectInput source="jurisdiction" label={text.company.jurisdiction} choices={profiles} emptyText={false} />
        <TextInput source="operator_email" label={text.companies.operatorEmail} />
        <RegistrationInputs />
      </FieldGrid>
      <LanguagesInput />
      <BooleanInput source="is_public" label={text.company.public} helperText={false} />
      <BooleanInput source="is_trial" label={text.companies.isTrial} helperText={false} />
    </>
  );
}
