// Inline script of the page, after the boot script: shows an error in the user's language if one of the app's first
// files does not load or throws, instead of an endless skeleton.

import { storedLanguage } from './stored.ts';

/** Heading and button by language, from the catalogues; defined in builds only. */
declare const candorFailed: Readonly<Record<string, readonly [title: string, again: string]>>;

const failed = typeof candorFailed === 'object' ? candorFailed : {};

/** Shows the error; does nothing once the app has replaced the skeleton. */
function showFailure(): void {
  const shape = document.querySelector('.boot');
  const [title, again] = failed[storedLanguage()] ?? failed['en'] ?? [];
  if (shape === null || title === undefined || again === undefined) return;
  const heading = Object.assign(document.createElement('h1'), { textContent: title });
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: again });
  button.className = 'boot-button';
  button.addEventListener('click', () => location.reload());
  const main = document.createElement('main');
  main.className = 'boot-failed';
  main.append(heading, button);
  shape.removeAttribute('aria-hidden');
  shape.replaceChildren(main);
}

/** True if the element loads a file that the app needs; pictures have a fallback of their own. */
function isFile(target: EventTarget | null): boolean {
  return target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === 'stylesheet');
}

function tellOnceDrawn(): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', showFailure, { once: true });
  else showFailure();
}

window.addEventListener(
  'error',
  (event) => {
    if (event.target === window || isFile(event.target)) tellOnceDrawn();
  },
  true,
);
window.addEventListener('unhandledrejection', tellOnceDrawn);
