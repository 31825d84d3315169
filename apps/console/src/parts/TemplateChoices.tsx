import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { type KeyboardEvent, useRef } from 'react';
import { Key } from './queue/Key.tsx';

/** Ready texts for a field; the chosen one can be edited. */
export interface Templates {
  /** Name of the field that gets the text. */
  readonly field: string;
  /** Title for the operator, and the text that the client reads. */
  readonly choices: readonly { readonly title: string; readonly text: string }[];
  /** Language of the texts in words. */
  readonly language: string;
}

/** List of ready texts, chosen by a click, the arrows or the digits. */
export function TemplateChoices(props: {
  readonly templates: Templates;
  readonly chosen: string;
  readonly onChoose: (text: string) => void;
}) {
  const { templates, chosen, onChoose } = props;
  const list = useRef<HTMLDivElement>(null);
  const chosenAt = templates.choices.findIndex(({ text: words }) => words === chosen);
  const choose = (at: number) => {
    const choice = templates.choices[at];
    if (choice === undefined) return;
    onChoose(choice.text);
    list.current?.querySelectorAll<HTMLElement>('[role=radio]')[at]?.focus();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const digit = /^[1-9]$/.test(event.key) && !event.ctrlKey && !event.metaKey ? Number(event.key) : null;
    if (step === undefined && digit === null) return;
    event.preventDefault();
    const { length } = templates.choices;
    choose(digit === null ? (Math.max(0, chosenAt) + (step ?? 0) + length) % length : digit - 1);
  };
  return (
    <Box sx={{ mb: 1 }}>
      <Box component="p" sx={{ m: 0, mb: 0.5, color: 'text.secondary', fontSize: '0.75rem' }}>
        {text.queue.templates} · {text.queue.clientLanguage(templates.language)}
      </Box>
      <Box
        ref={list}
        role="radiogroup"
        aria-label={text.queue.templates}
        onKeyDown={press}
        sx={{ display: 'grid', gap: 0.5 }}
      >
        {templates.choices.map(({ title, text: words }, at) => (
          <Choice
            key={title}
            digit={at + 1}
            title={title}
            words={words}
            isChosen={at === chosenAt}
            isReached={at === Math.max(0, chosenAt)}
            onChoose={() => choose(at)}
          />
        ))}
      </Box>
    </Box>
  );
}

function Choice(props: {
  readonly digit: number;
  readonly title: string;
  readonly words: string;
  readonly isChosen: boolean;
  /** True if Tab leads to it. */
  readonly isReached: boolean;
  readonly onChoose: () => void;
}) {
  const { digit, title, words, isChosen, isReached, onChoose } = props;
  return (
    <ButtonBase
      role="radio"
      aria-checked={isChosen}
      autoFocus={digit === 1}
      tabIndex={isReached ? 0 : -1}
      onClick={onChoose}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', md: '24px minmax(150px, auto) 1fr' },
        gap: 1,
        justifyContent: 'start',
        textAlign: 'start',
        px: 1.25,
        py: 0.75,
        borderRadius: '8px',
        border: 1,
        borderColor: isChosen ? 'text.primary' : 'divider',
        bgcolor: isChosen ? 'action.hover' : 'transparent',
        fontSize: '0.8125rem',
      }}
    >
      <Key name={String(digit)} />
      <b>{title}</b>
      <Box
        component="bdi"
        sx={{ color: 'text.secondary', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {words}
      </Box>
    </ButtonBase>
  );
}
