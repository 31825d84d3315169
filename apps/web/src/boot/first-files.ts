// Stands in the page, behind the boot script: where one of the files that the app begins with does not come, or breaks,
// who waits is told so in his language, instead of looking at an empty shape for ever.

import { storedLanguage } from './stored.ts';

/** Heading and button by language, from the catalogues; known to a build only. */
declare const candorFailed: Readonly<Record<string, readonly [title: string, again: string]>>;

const failed = typeof candorFailed === 'object' ? candorFailed : {};

/** Nothing once the app is there: it takes the place of the shape. */
function tell(): void {
  const shape = document.querySelector('.boot');
  const [title, again] = failed[storedLanguage()] ?? failed['en'] ?? [];
  if (shape === null || title === undefined || again === undefined) return;
  const heading = Object.assign(document.createElement('h1'), { textContent: title });
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: again });
  button.className = 'btn btn--primary btn--md';
  button.addEventListener('click', () => location.reload());
  const main = document.createElement('main');
  main.className = 'scr empty';
  main.style.paddingTop = '150px';
  main.append(heading, button);
  shape.removeAttribute('aria-hidden');
  shape.replaceChildren(main);
}

/** What could not be loaded says so at its own element; pictures have something in their place. */
function isFile(target: EventTarget | null): boolean {
  return target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === 'stylesheet');
}

function tellOnceDrawn(): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', tell, { once: true });
  else tell();
}

window.addEventListener(
  'error',
  (event) => {
    if (event.target === window || isFile(event.target)) tellOnceDrawn();
  },
  true,
);
window.addEventListener('unhandledrejection', tellOnceDrawn);
