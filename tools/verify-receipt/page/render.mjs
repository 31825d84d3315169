// Draws results. Everything given is set as text, never as markup.
import { judge, tallyOf } from './judge.mjs';
import { say } from './texts.mjs';

/** Groups of checks in their order; each is also the name of its title. */
const groups = ['paper', 'fill', 'money', 'why', 'balances', 'orders', 'receipts', 'total', 'log', 'together'];
const marks = {
  true: ['✓', 'holds', 'good'],
  false: ['✗', 'fails', 'bad'],
  null: ['–', 'notChecked', 'open'],
};
const signs = { good: '✓', bad: '✗', open: '–' };
const digitsShown = 400;

/** Makes an element with text or children. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/** A list of names and values. */
export function pairs(facts) {
  return facts.map(([name, value]) =>
    element('div', {}, element('dt', {}, name), element('dd', { dir: 'auto' }, cut(value))),
  );
}

function cut(value) {
  const text = String(value);
  return text.length > digitsShown ? `${text.slice(0, digitsShown)}…` : text;
}

/** One thing given: its verdict first, then each section. */
export function itemOf(name, sections) {
  const { state, title, text } = judge(sections.flatMap(({ checks }) => checks));
  const verdict = element(
    'div',
    { class: `verdict ${state}` },
    element('span', { class: 'mark', 'aria-hidden': 'true' }, signs[state]),
    element(
      'div',
      {},
      element('h2', {}, title),
      element('p', {}, cut(text)),
      element('p', { class: 'file' }, cut(name)),
    ),
  );
  const item = element('section', { class: 'item', 'aria-label': `${title}: ${cut(name)}` }, verdict);
  item.append(...sections.map(sectionOf));
  return item;
}

function sectionOf({ title, isEnglish, checks, facts }) {
  const shown = groups.filter((group) => checks.some((check) => check.group === group));
  const panes = shown.map((group) =>
    checksPane(
      say(group),
      checks.filter((check) => check.group === group),
    ),
  );
  if (facts?.length > 0) panes.push(factsPane(facts));
  return element(
    'div',
    { class: 'section' },
    element('h3', { dir: 'auto', ...(isEnglish === true && { lang: 'en' }) }, cut(title)),
    element('div', { class: 'cols' }, ...panes),
  );
}

function checksPane(title, checks) {
  const tally = tallyOf(checks);
  const head = element(
    'div',
    { class: 'head' },
    element('h2', {}, title),
    element('span', { class: `badge ${tally.state}` }, tally.text),
  );
  return element('section', { class: 'pane' }, head, element('ul', { class: 'checks' }, ...checks.map(checkOf)));
}

/** The sentence of a check is in English, as the commands say it, unless it is the page's own. */
function checkOf({ ok, text, isOwn, expected, found, from }) {
  const [sign, word, state] = marks[ok];
  const line = element(
    'li',
    {},
    element('span', { class: `mark ${state}`, 'aria-hidden': 'true' }, sign),
    element(
      'p',
      {},
      element('span', { class: 'hidden' }, `${say(word)}: `),
      element('span', isOwn === true ? {} : { lang: 'en', dir: 'ltr' }, cut(text)),
    ),
  );
  if (expected === undefined) return line;
  const facts = [
    ...(from === undefined ? [] : [[say('calcFrom'), from]]),
    [say('calculated'), expected],
    [say('stated'), found],
  ];
  const list = element('dl', {}, ...pairs(facts));
  if (ok === false) list.lastChild.lastChild.className = 'bad';
  line.append(list);
  return line;
}

function factsPane(facts) {
  return element(
    'section',
    { class: 'pane' },
    element('div', { class: 'head' }, element('h2', {}, say('says'))),
    element('dl', {}, ...pairs(facts)),
  );
}

/** A copy of this page that was given: its hash, which only a reader can compare. */
export function copyOf(name, hash) {
  return element(
    'section',
    { class: 'item', 'aria-label': name },
    element(
      'div',
      { class: 'verdict open' },
      element(
        'div',
        {},
        element('h2', {}, say('notChecked')),
        element('p', {}, say('pageCopy')),
        element('p', { class: 'file' }, name),
        element('p', {}, element('code', {}, hash)),
      ),
    ),
  );
}
