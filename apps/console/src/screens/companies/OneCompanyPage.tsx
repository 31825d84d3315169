import { installationCalls } from '@candor/contracts/console/installation';
import { text } from '@candor/texts/console';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { ActionButton, mayCall } from '../../parts/ActionButton.tsx';
import { reasonField } from '../../parts/ActionDialog.tsx';
import { DetailPage } from '../../parts/DetailPage.tsx';
import { FirstLink } from '../../parts/FirstLink.tsx';
import { FormCard } from '../../parts/FormCard.tsx';
import { CompaniesFields } from './CompaniesFields.tsx';
import { blankCompany, type CompaniesForm, fromCompany, toChange, toNew } from './companies-form.ts';

const defaultCompany = 1;

/** Page of one company for operators of the installation, or of a new one. */
export default function OneCompanyPage() {
  const id = useParams()['id'] ?? 'new';
  return id === 'new' ? <NewCompany /> : <KnownCompany id={Number(id)} />;
}

const back = { to: '/companies', label: text.menu.companies };
const nothingLoaded = { error: null, isLoading: false, reload: () => undefined };

function NewCompany() {
  const act = useAction();
  const navigate = useNavigate();
  const [made, setMade] = useState<{ id: number; operator: { email: string; link: string } } | null>(null);
  const save = async (form: CompaniesForm) => {
    const outcome = await act(installationCalls.add, { body: toNew(form) }, text.companies.added);
    if (outcome.data !== undefined) setMade(outcome.data);
    return outcome;
  };
  return (
    <DetailPage<CompaniesForm>
      title={text.companies.add}
      lead={text.companies.addLead}
      back={back}
      loaded={{ ...nothingLoaded, data: blankCompany }}
    >
      {(form) => (
        <>
          <FormCard<CompaniesForm>
            record={form}
            label={text.companies.add}
            isReadOnly={!mayCall(installationCalls.add)}
            onSave={save}
          >
            <CompaniesFields isNew isDefault={false} />
          </FormCard>
          {made !== null && <FirstLink given={made.operator} onClose={() => void navigate(`/companies/${made.id}`)} />}
        </>
      )}
    </DetailPage>
  );
}

function KnownCompany({ id }: { readonly id: number }) {
  const loaded = useCall(installationCalls.one, { params: { id } });
  const act = useAction();
  const [given, setGiven] = useState<{ email: string; link: string } | null>(null);
  const { data } = loaded;
  return (
    <DetailPage
      title={data?.name ?? text.menu.companies}
      lead={text.companies.oneLead}
      back={back}
      loaded={loaded}
      renderActions={(company) => !company.is_taken && <InvitedAnew id={id} onGiven={setGiven} />}
    >
      {(company) => (
        <>
          <FormCard<CompaniesForm>
            key={company.version}
            record={fromCompany(company)}
            label={text.company.saveVersion}
            isReadOnly={!mayCall(installationCalls.change)}
            onSave={(form) =>
              act(
                installationCalls.change,
                { params: { id }, body: toChange(form, company.version) },
                text.common.saved,
              )
            }
          >
            <CompaniesFields isNew={false} isDefault={id === defaultCompany} />
          </FormCard>
          {given !== null && <FirstLink given={given} onClose={() => setGiven(null)} />}
        </>
      )}
    </DetailPage>
  );
}

function InvitedAnew(props: {
  readonly id: number;
  readonly onGiven: (given: { email: string; link: string }) => void;
}) {
  return (
    <ActionButton
      call={installationCalls.giveOperator}
      label={text.companies.linkAnew}
      lead={text.companies.linkAnewLead}
      fields={[{ name: 'email', label: text.companies.operatorEmail }, reasonField]}
      input={({ email = '', reason = '' }) => ({ params: { id: props.id }, body: { email: email.trim(), reason } })}
      onDone={props.onGiven}
    />
  );
}
