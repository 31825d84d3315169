import { calendarConsoleCalls as calls } from '@candor/contracts/console/calendar';
import { text } from '@candor/texts/console';
import { useParams } from 'react-router';
import type * as z from 'zod/mini';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { ActionButton, mayCall } from '../../parts/ActionButton.tsx';
import { reasonField } from '../../parts/ActionDialog.tsx';
import { DetailPage } from '../../parts/DetailPage.tsx';
import { Moment } from '../../parts/Figures.tsx';
import { FieldGrid, FormCard } from '../../parts/FormCard.tsx';
import { SelectInput, TextInput } from '../../parts/inputs.tsx';
import { MomentInput } from '../../parts/PeriodInputs.tsx';
import { Section } from '../../parts/Section.tsx';

const { calendar } = text;
type Version = z.output<typeof calls.history.answer>['data'][number];
type Form = Pick<Version, 'at' | 'currency' | 'title' | 'forecast' | 'previous' | 'actual' | 'version'> & {
  readonly importance: string;
  readonly reason: string;
};

const grades = ([1, 2, 3] as const).map((grade) => ({ id: String(grade), name: calendar.importances[grade] }));

/** Page of one calendar entry: correction, removal and every version (R-CAL-05). */
export default function EntryPage() {
  const id = useParams()['id'] ?? '';
  const loaded = useCall(calls.history, { params: { id } });
  const versions = loaded.data?.data;
  const act = useAction();
  const save = ({ importance, version, ...form }: Form) =>
    act(
      calls.change,
      { params: { id }, body: { ...form, version, importance: Number(importance) as 1 | 2 | 3 } },
      text.common.saved,
    );
  const newest = versions?.[0];
  return (
    <DetailPage<readonly Version[]>
      title={newest?.title ?? text.menu.calendar}
      {...(newest !== undefined && { lead: `${calendar.uid} ${newest.uid}` })}
      back={{ to: '/calendar', label: calendar.back }}
      loaded={{ ...loaded, data: versions }}
      renderActions={() => newest?.is_deleted === false && <TakeOff id={id} />}
    >
      {(all) => (
        <>
          {newest !== undefined && !newest.is_deleted && (
            <Section title={calendar.edit}>
              <FormCard<Form>
                key={newest.version}
                record={toForm(newest)}
                label={text.common.save}
                isReadOnly={!mayCall(calls.change)}
                onSave={save}
              >
                <Fields />
              </FormCard>
            </Section>
          )}
          <History versions={all} />
        </>
      )}
    </DetailPage>
  );
}

function toForm({ at, currency, importance, title, forecast, previous, actual, version }: Version): Form {
  const facts = { at, currency, title, forecast, previous, actual, version };
  return { ...facts, importance: String(importance), reason: '' };
}

function Fields() {
  return (
    <FieldGrid>
      <TextInput source="title" label={calendar.title} />
      <MomentInput source="at" label={calendar.time} />
      <TextInput source="currency" label={calendar.currency} />
      <SelectInput source="importance" label={calendar.importance} choices={grades} emptyText={false} />
      <TextInput source="forecast" label={calendar.forecast} />
      <TextInput source="previous" label={calendar.previous} />
      <TextInput source="actual" label={calendar.actual} />
      <TextInput source="reason" label={calendar.reason} />
    </FieldGrid>
  );
}

function History({ versions }: { readonly versions: readonly Version[] }) {
  return (
    <Section title={calendar.history}>
      <ul>
        {versions.map((one) => (
          <li key={one.version}>
            {calendar.version} {one.version}: {calendar.acts[one.act]}, <Moment ms={one.changed_at} />, {one.by}.{' '}
            {one.title}, {one.currency}, {calendar.importances[one.importance]}, <Moment ms={one.at} />
            {[one.forecast, one.previous, one.actual].some((figure) => figure !== '')
              ? `; ${calendar.forecast} ${one.forecast || text.common.none}, ${calendar.previous} ${one.previous || text.common.none}, ${calendar.actual} ${one.actual || text.common.none}`
              : null}
            {one.reason === '' ? null : ` (${one.reason})`}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function TakeOff({ id }: { readonly id: string }) {
  return (
    <ActionButton
      call={calls.remove}
      label={calendar.takeOff}
      lead={calendar.takeOffLead}
      fields={[reasonField]}
      isGrave
      input={({ reason = '' }) => ({ params: { id }, body: { reason } })}
    />
  );
}
