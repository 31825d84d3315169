// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import './console.css';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './Console.tsx';

const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';
/** Styles inserted at run time carry the nonce of the content security policy. */
const styles = createCache({ key: 'css', prepend: true, ...(nonce !== '' && { nonce }) });
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root');

createRoot(root).render(
  <StrictMode>
    <CacheProvider value={styles}>
      <Console />
    </CacheProvider>
  </StrictMode>,
);
