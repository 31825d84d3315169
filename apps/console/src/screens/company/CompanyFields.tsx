import { companyCalls } from '@candor/contracts/console/content';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import { useController, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { useCall } from '../../api/use-call.ts';
import { Facts } from '../../parts/Facts.tsx';
import { FieldGrid } from '../../parts/FormCard.tsx';
import {
  BooleanInput,
  LanguagesInput,
  NumberInput,
  RegistrationInputs,
  SelectInput,
  TextInput,
} from '../../parts/inputs.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { Section } from '../../parts/Section.tsx';
import { BrandPreview } from './BrandPreview.tsx';

type Company = z.output<typeof companyCalls.one.answer>;

const feeTypes = [
  { id: 1, name: text.company.feeAtOpen },
  { id: 2, name: text.company.feeBothWays },
];

/** Fields of the company by subject. */
export function CompanyFields({ company }: { readonly company: Company }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' }, columnGap: 2, alignItems: 'start' }}>
      <Section title={text.company.brand}>
        <BrandFields />
      </Section>
      <Section title={text.company.profile}>
        <ProfileFields />
      </Section>
      <Section title={text.company.registration}>
        <FieldGrid>
          <RegistrationInputs />
        </FieldGrid>
        <LanguagesInput />
        <BooleanInput source="has_invitations" label={text.company.invitations} helperText={false} />
        <BooleanInput source="is_public" label={text.company.public} helperText={false} />
        <BooleanInput source="is_ranking_shown" label={text.company.ranking} helperText={false} />
        <TextInput source="popular" label={text.company.popular} helperText={text.company.popularHint} multiline />
      </Section>
      <Section title={text.company.contact}>
        <FieldGrid>
          <TextInput source="registered_address" label={text.company.registeredAddress} />
          <TextInput source="location" label={text.company.location} />
          <TextInput source="email" label={text.company.email} />
          <TextInput source="service_link" label={text.company.service} />
          <NumberInput
            source="service_link_type"
            label={text.company.serviceType}
            helperText={text.company.serviceTypeHint}
            min={0}
            max={9}
          />
        </FieldGrid>
        <TextInput
          source="links"
          label={text.company.links}
          helperText={text.company.linksHint}
          multiline
          minRows={3}
        />
        <Facts facts={[{ label: text.company.hosts, value: company.hosts.join(', ') || text.common.none }]} />
        <TextInput source="reason" label={text.common.reason} helperText={text.common.reasonHint} />
      </Section>
    </Box>
  );
}

function BrandFields() {
  const [name, accent, pressed, on] = useWatch({ name: ['name', 'accent', 'pressed', 'on'] }) as string[];
  return (
    <>
      <FieldGrid>
        <TextInput source="name" label={text.company.name} />
        <TextInput source="subject" label={text.company.subject} />
      </FieldGrid>
      <TextInput source="logo" label={text.company.logo} />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, 1fr)' }, columnGap: 2 }}>
        <ColourInput source="accent" label={text.company.accent} />
        <ColourInput source="pressed" label={text.company.pressed} />
        <ColourInput source="on" label={text.company.on} />
      </Box>
      <BrandPreview name={name ?? ''} accents={{ accent: accent ?? '', pressed: pressed ?? '', on: on ?? '' }} />
    </>
  );
}

/** Input of a colour, picked or typed. */
function ColourInput({ source, label }: { readonly source: string; readonly label: string }) {
  const { field } = useController({ name: source });
  const value = typeof field.value === 'string' ? field.value : '';
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Box
        component="input"
        type="color"
        aria-label={`${label}: ${text.company.pick}`}
        value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#0c0f14'}
        onChange={field.onChange}
        sx={{
          width: 40,
          height: 40,
          mt: 1,
          p: 0.25,
          border: 1,
          borderColor: 'divider',
          borderRadius: '10px',
          bgcolor: 'background.paper',
          flex: 'none',
        }}
      />
      <TextInput source={source} label={label} helperText={source === 'accent' ? text.company.accentsHint : false} />
    </Box>
  );
}

function ProfileFields() {
  const { data, error, reload } = useCall(companyCalls.profiles, { query: { per_page: 100 } });
  const chosen = useWatch({ name: 'jurisdiction' }) as string;
  if (error !== null) return <LoadFailed error={error} onAgain={reload} />;
  const profiles = data?.data ?? [];
  const profile = profiles.find(({ id }) => id === chosen);
  return (
    <>
      <SelectInput
        source="jurisdiction"
        label={text.company.jurisdiction}
        choices={profiles.map(({ id, name }) => ({ id, name }))}
        emptyText={false}
      />
      {profile !== undefined && (
        <Facts
          facts={[
            {
              label: text.company.caps,
              value:
                Object.entries(profile.leverage_caps)
                  .map(([category, cap]) => `${category} ${cap}×`)
                  .join(' · ') || text.common.none,
            },
          ]}
        />
      )}
      <FieldGrid>
        <NumberInput source="margin_call_percent" label={text.company.marginCall} min={1} max={500} />
        <NumberInput
          source="stop_out_percent"
          label={text.company.stopOut}
          helperText={profile === undefined ? false : text.company.stopOutMin(profile.stop_out_percent_min)}
          min={1}
          max={500}
        />
        <SelectInput source="trade_fee_type" label={text.company.feeType} choices={feeTypes} emptyText={false} />
      </FieldGrid>
      <TextInput
        source="blocked_countries"
        label={text.company.blocked}
        helperText={text.company.countriesHint}
        multiline
      />
    </>
  );
}
