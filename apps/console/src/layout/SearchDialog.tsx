import { deskCalls } from '@candor/contracts/console/desk';
import { text } from '@candor/texts/console';
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, session } from '../api/console-api.ts';
import { endIfExpired } from '../auth/end-session.ts';
import { Key } from '../parts/queue/Key.tsx';
import { pagesNamed, type Result, resultsOf } from './search-results.ts';

const { search } = text;
/** Pause in typing after which the server is asked: each client found is recorded. */
const pauseMs = 350;
const lettersMin = 2;
const optionId = (at: number) => `search-result-${at}`;

/** Search over clients, money, orders and receipts, and the pages of the console (R-CON-22). */
export function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const { results, isAsking, error } = useResults(typed);
  const navigate = useNavigate();
  const open = (result: Result | undefined) => {
    if (result === undefined) return;
    onClose();
    void navigate(result.path);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') open(results[at]);
    if (step === undefined || results.length === 0) return;
    event.preventDefault();
    setAt((at + step + results.length) % results.length);
  };
  const type = (words: string) => {
    setTyped(words);
    setAt(0);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="md"
      slotProps={{ paper: { 'aria-label': search.title } }}
      sx={{ '& .MuiDialog-container': { alignItems: 'start' } }}
    >
      <SearchField
        typed={typed}
        current={results.length > 0 ? optionId(at) : undefined}
        onType={type}
        onKeyDown={press}
      />
      <Box
        id="search-results"
        role="listbox"
        aria-label={search.results}
        sx={{ overflowY: 'auto', minHeight: 220, py: 1 }}
      >
        {results.map((result, place) => (
          <ResultLine
            key={result.key}
            result={result}
            id={optionId(place)}
            isCurrent={place === at}
            isFirst={results[place - 1]?.group !== result.group}
            onOpen={() => open(result)}
          />
        ))}
      </Box>
      <SearchFoot note={noteOf(typed, results.length, isAsking, error)} />
    </Dialog>
  );
}

function SearchField(props: {
  readonly typed: string;
  /** Id of the chosen result; undefined without one. */
  readonly current: string | undefined;
  readonly onType: (words: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { typed, current, onType, onKeyDown } = props;
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: 2.5,
        py: 1.5,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <SearchOutlined />
      <InputBase
        autoFocus
        fullWidth
        value={typed}
        placeholder={search.hint}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKeyDown}
        inputProps={{
          'aria-label': search.title,
          role: 'combobox',
          'aria-expanded': current !== undefined,
          'aria-controls': 'search-results',
          'aria-activedescendant': current,
          maxLength: 120,
        }}
      />
    </Box>
  );
}

function SearchFoot({ note }: { readonly note: string }) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        px: 2.5,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
        color: 'text.secondary',
        fontSize: '0.75rem',
      }}
    >
      <span role="status">{note}</span>
      <Box
        component="span"
        sx={{ ml: 'auto', display: { xs: 'none', md: 'inline-flex' }, gap: 0.5, alignItems: 'center' }}
      >
        <Key name="↑" />
        <Key name="↓" /> {text.keys.move} <Key name="↵" /> {text.keys.open} · {search.recorded}
      </Box>
    </Box>
  );
}

function noteOf(typed: string, count: number, isAsking: boolean, error: Error | null): string {
  if (error !== null) return error.message;
  if (typed.trim().length < lettersMin) return search.typeMore;
  if (isAsking) return search.asking;
  return count === 0 ? search.nothing : search.found(count);
}

/** The pages named by the typed words, and what the server finds once typing pauses. */
function useResults(typed: string): {
  readonly results: readonly Result[];
  readonly isAsking: boolean;
  readonly error: Error | null;
} {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const isWanted = asked.length >= lettersMin || /^\d$/.test(asked);
  const { data, error, isFetching } = useQuery({
    queryKey: [deskCalls.search.path, asked],
    queryFn: () => api.call(deskCalls.search, { body: { q: asked } }),
    enabled: isWanted,
    staleTime: 30_000,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    meta: { isRecorded: true },
  });
  useEffect(() => {
    if (error !== null) endIfExpired(session, error);
  }, [error]);
  const operator = session.current?.operator;
  const pages = operator === undefined ? [] : pagesNamed(typed, operator);
  const isCurrent = asked === typed.trim();
  const found = data === undefined || !isCurrent ? [] : resultsOf(data);
  return { results: [...found, ...pages], isAsking: isFetching || !isCurrent, error };
}

function ResultLine(props: {
  readonly result: Result;
  readonly id: string;
  readonly isCurrent: boolean;
  readonly isFirst: boolean;
  readonly onOpen: () => void;
}) {
  const { result, id, isCurrent, isFirst, onOpen } = props;
  return (
    <>
      {isFirst && (
        <Box role="presentation" sx={{ px: 2.5, pt: 1, pb: 0.5, color: 'text.secondary', fontSize: '0.75rem' }}>
          {search.groups[result.group]}
        </Box>
      )}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys */}
      <Box
        id={id}
        role="option"
        aria-selected={isCurrent}
        onClick={onOpen}
        sx={{
          display: 'flex',
          gap: 2,
          alignItems: 'center',
          mx: 1,
          px: 1.5,
          py: 0.75,
          borderRadius: '10px',
          cursor: 'pointer',
          ...(isCurrent && { bgcolor: 'action.selected' }),
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Box component="bdi" sx={{ fontWeight: 600 }}>
            {result.title}
          </Box>
          <Box sx={{ color: 'text.secondary', fontSize: '0.75rem', overflowWrap: 'anywhere' }}>{result.detail}</Box>
        </Box>
        <Box className="num" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
          {result.end}
        </Box>
      </Box>
    </>
  );
}
