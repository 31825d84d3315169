import { calendarBytesMax, calendarConsoleCalls } from '@candor/contracts/console/calendar';
import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { useAction } from '../../api/use-action.ts';
import { Section } from '../../parts/Section.tsx';

const { calendar } = text;
type Answer = z.output<typeof calendarConsoleCalls.importFile.answer>;

interface Chosen {
  readonly name: string;
  readonly format: 'csv' | 'ics';
  readonly text: string;
}

/** Import of a CSV or ICS file: first what it would change, then the change (R-CAL-02). */
export function ImportCard() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const act = useAction();
  const choose = async (file: File | undefined) => {
    setAnswer(null);
    setChosen(null);
    if (file === undefined) return;
    if (file.size > calendarBytesMax) return setProblem(calendar.tooLarge);
    setProblem(null);
    const format = file.name.toLowerCase().endsWith('.ics') ? 'ics' : 'csv';
    setChosen({ name: file.name, format, text: await file.text() });
  };
  const send = async (isTrial: boolean) => {
    if (chosen === null) return;
    const { format, text: written } = chosen;
    const outcome = await act(
      calendarConsoleCalls.importFile,
      { body: { format, text: written, is_trial: isTrial } },
      (data) => (data.is_stored ? doneText(data) : null),
    );
    setProblem(outcome.problem);
    if (outcome.data !== undefined) setAnswer(outcome.data);
  };
  const picker = useRef<HTMLInputElement>(null);
  const mayImport = answer !== null && !answer.is_stored && answer.problem_count === 0 && answer.differences.length > 0;
  return (
    <Section title={calendar.importTitle} lead={calendar.importLead}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', py: 1 }}>
        <Button variant="outlined" onClick={() => picker.current?.click()}>
          {chosen === null ? calendar.file : calendar.chosen(chosen.name)}
        </Button>
        <input
          ref={picker}
          type="file"
          accept=".csv,.ics,text/csv,text/calendar"
          aria-label={calendar.file}
          hidden
          onChange={({ target }) => {
            void choose(target.files?.[0]);
            // A file that was corrected under its name is chosen again: with its value kept, nothing would change.
            target.value = '';
          }}
        />
        <Button variant="outlined" disabled={chosen === null} onClick={() => void send(true)}>
          {calendar.tryIt}
        </Button>
        <Button variant="contained" disabled={!mayImport} onClick={() => void send(false)}>
          {calendar.importIt}
        </Button>
      </Box>
      <Box component="details" sx={{ fontSize: 'body2.fontSize', pb: 1 }}>
        <summary>{calendar.formatTitle}</summary>
        <p>{calendar.formatLead}</p>
        {[calendar.csvExample, calendar.icsExample].map((example) => (
          <Box component="pre" key={example} tabIndex={0} sx={{ overflowX: 'auto', m: 0, mb: 1 }}>
            {example}
          </Box>
        ))}
      </Box>
      {problem !== null && (
        <Alert severity="error" role="alert">
          {problem}
        </Alert>
      )}
      {answer !== null && <Outcome answer={answer} />}
    </Section>
  );
}

function doneText(answer: Answer): string {
  if (answer.is_stored) return calendar.imported(answer.added, answer.changed, answer.removed);
  return answer.problem_count > 0 ? calendar.badFile(answer.problem_count) : trialText(answer);
}

function trialText({ added, changed, removed, unchanged }: Answer): string {
  return added + changed + removed === 0 ? calendar.nothing : calendar.trial(added, changed, removed, unchanged);
}

function Outcome({ answer }: { readonly answer: Answer }) {
  const { problems, differences, problem_count: count } = answer;
  if (count > 0)
    return (
      <Alert severity="error" role="alert">
        {calendar.badFile(count)}
        <ul>
          {problems.map(({ line, problem, value }) => (
            <li key={`${line} ${problem} ${value}`}>
              {calendar.line(line)}: {calendar.problems[problem]} {value === '' ? null : <code>{value}</code>}
            </li>
          ))}
        </ul>
      </Alert>
    );
  return (
    <Alert severity={answer.is_stored ? 'success' : 'info'} role="status">
      {doneText(answer)}
      <ul>
        {differences.map(({ act, uid, title, fields }) => (
          <li key={uid}>
            {calendar.acts[act]}: {title} <code>{uid}</code>
            {fields.length === 0 ? null : ` (${fields.map(fieldName).join(', ')})`}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

const fieldNames: Readonly<Record<string, string>> = { ...calendar.fieldNames };

function fieldName(name: string): string {
  return fieldNames[name] ?? name;
}
