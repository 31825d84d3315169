import type { RefObject, SubmitEvent } from 'react';
import { useRef, useState } from 'react';
import { CallError } from '../data/client.ts';
import type { FieldControl } from '../ui/Field.tsx';
import { showToast } from '../ui/toast.ts';
import { toastError } from '../widgets/toast-error.ts';
import type { Problems, TextValues } from './problems.ts';
import { fieldOfRefusal, firstProblem, problemsAfterChange } from './problems.ts';

export interface FormOptions<Values extends TextValues> {
  readonly initial: Values;
  /** Returns the problems of the values in the user's language, in the order of the fields on the screen. */
  readonly check: (values: Values) => Problems<Values>;
  /** Fields whose value is valid for one try, such as a captcha: a failed try empties them. */
  readonly oneTryFields?: readonly (keyof Values & string)[];
  /** Runs once per press; presses while it runs do nothing. */
  readonly send: (values: Values) => Promise<void>;
  /** Field of a refusal by its code. A field that the server names itself (code 1001) needs no entry. */
  readonly fieldOfCode?: Readonly<Partial<Record<number, keyof Values & string>>>;
}

/**
 * State of one form: its values, their problems, and one submission at a time. A problem is shown under its field,
 * which gets the focus, and in a toast (DESIGN 6). `data/field-names.ts` translates the fields that the server names.
 */
export function useForm<Values extends TextValues>(options: FormOptions<Values>) {
  const { isBusy, runOnce } = useOneRun();
  const element = useRef<HTMLFormElement>(null);
  const { values, empty, change, field, isReady, show } = useFields(options, element);

  /** Shows a refusal as a toast and, if it belongs to a field, under that field. */
  function refuse(error: unknown): void {
    toastError(error);
    if (!(error instanceof CallError)) return;
    const name = fieldOfRefusal(error, values, options.fieldOfCode);
    if (name !== null) show({ [name]: error.message } as Problems<Values>, name);
  }

  async function submit(event?: SubmitEvent<HTMLFormElement>): Promise<void> {
    event?.preventDefault();
    // In React's tree a form in a sheet is a child of this one, wherever it is in the document.
    event?.stopPropagation();
    const send = async () => {
      try {
        await options.send(values);
      } catch (error) {
        empty(options.oneTryFields ?? []);
        refuse(error);
      }
    };
    await runOnce(isReady, send);
  }

  return {
    values,
    isBusy,
    isReady,
    refuse,
    set: change,
    field,
    /** Props of the `<form>`: the browser's own messages are off, ours are in the user's language. */
    form: {
      ref: element,
      noValidate: true,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => void submit(event),
    },
  };
}

/** Values of the fields and their problems, shown under the fields of the form `element`. */
function useFields<Values extends TextValues>(
  { initial, check }: FormOptions<Values>,
  element: RefObject<HTMLFormElement | null>,
) {
  type Name = keyof Values & string;
  const [values, setValues] = useState(initial);
  const [problems, setProblems] = useState({} as Problems<Values>);

  function change(name: Name, value: string): void {
    const next = { ...values, [name]: value };
    setValues(next);
    setProblems((before) => problemsAfterChange(before, name, check(values), check(next)));
  }

  function leave(name: Name): void {
    const problem = values[name] === '' ? undefined : check(values)[name];
    if (problem !== undefined) setProblems((before) => ({ ...before, [name]: problem }));
  }

  function empty(names: readonly Name[]): void {
    setValues((before) => ({ ...before, ...Object.fromEntries(names.map((name) => [name, ''])) }));
  }

  function show(found: Problems<Values>, name: Name): void {
    setProblems(found);
    const input = element.current?.elements.namedItem(name);
    if (input instanceof HTMLElement) input.focus();
  }

  /** True if the named fields are valid; shows their problems otherwise. */
  function isReady(names: readonly Name[] = Object.keys(values)): boolean {
    const first = firstProblem(check(values), names);
    if (first === null) return true;
    const found = Object.entries(check(values)).filter(([name]) => names.includes(name));
    show(Object.fromEntries(found) as Problems<Values>, first.name);
    showToast('warn', first.text);
    return false;
  }

  /** Props that connect a field of `ui/` to this form. */
  function field(name: Name): FieldControl {
    const [value, problem] = [values[name] ?? '', problems[name]];
    return { name, value, problem, onChange: (typed) => change(name, typed), onBlur: () => leave(name) };
  }

  return { values, change, empty, show, isReady, field };
}

/** Runs work of the form if it may, and nothing while other work runs. */
function useOneRun() {
  const [isBusy, setBusy] = useState(false);
  const running = useRef(false);
  async function runOnce(mayRun: () => boolean, work: () => Promise<void>): Promise<void> {
    if (running.current || !mayRun()) return;
    running.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return { isBusy, runOnce };
}
