import { isPermitted } from '@candor/contracts/console/permissions';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { session } from '../api/console-api.ts';
import { useKeys } from '../parts/queue/keys.ts';
import { sections } from './sections.ts';

/** Letters that follow G, and the section that they open. */
const places: Readonly<Record<string, string>> = {
  t: '/',
  w: '/withdrawals',
  d: '/deposits',
  v: '/verifications',
  e: '/exposure',
};
/** Time within which the letter follows. */
const sequenceMs = 1_500;

/** Goes to a section by G and its letter; only to those that the operator may read. */
export function GoKeys() {
  const navigate = useNavigate();
  const startedAtMs = useRef(Number.NEGATIVE_INFINITY);
  const operator = session.current?.operator;
  const go = (path: string) => () => {
    if (performance.now() - startedAtMs.current > sequenceMs) return;
    startedAtMs.current = Number.NEGATIVE_INFINITY;
    void navigate(path);
  };
  const open = Object.entries(places).filter(([, path]) => {
    const section = sections.find((one) => one.path === path);
    return operator !== undefined && section !== undefined && isPermitted(operator, section.permission);
  });
  useKeys({
    ...Object.fromEntries(open.map(([letter, path]) => [letter, go(path)])),
    g: () => {
      startedAtMs.current = performance.now();
    },
  });
  return null;
}
