// Takes files, texts and keys, and shows the result of every check. Makes no request unless the reader names an address.
import { toHex } from '../bytes.mjs';
import { readKey } from '../log-note.mjs';
import { takeSignatures } from '../primitives.mjs';
import { hashOfText, sectionsOf } from './check-given.mjs';
import { fileBytesMax, filesMax, GivenError, recognise } from './read-file.mjs';
import { copyOf, element, itemOf, pairs } from './render.mjs';
import { secondOpinion } from './second-opinion.mjs';

const at = (id) => document.getElementById(id);
const keyBytesMax = 256 * 1024;
const fetchMaxMs = 15_000;

/** Everything given so far, in its order: `{ name, given }`; keys are in their own places. */
let items = [];
let keys = null;
let logKey = null;
let policy = null;
/** Number of the newest run: an older one that ends later shows nothing. */
let run = 0;

/** Reads texts, each with its name, and checks everything again with the keys at hand. */
async function take(texts) {
  const errors = [];
  for (const { name, text, error } of texts) {
    try {
      if (error !== undefined) throw new GivenError(error);
      if (items.length >= filesMax)
        throw new GivenError(`This page checks ${filesMax} files at once. Start again first.`);
      place(name, recognise(text), text);
    } catch (problem) {
      errors.push(`${name}: ${problem.message}`);
    }
  }
  at('errors').replaceChildren(...errors.map((error) => element('li', {}, error)));
  at('errors').hidden = errors.length === 0;
  await checkAll();
}

function place(name, given, text) {
  if (given.kind === 'keys') keys = { name, list: given.keys };
  else if (given.kind === 'log-key') logKey = { name, key: readKey(given.text), text: given.text };
  else if (given.kind === 'policy') policy = { name, policy: given.policy };
  else items.push({ name, given: given.kind === 'page' ? { kind: 'page', hash: hashOfText(text) } : given });
}

async function checkAll() {
  run += 1;
  const own = run;
  showKeys();
  at('clear').hidden = items.length === 0;
  at('busy').textContent = items.length === 0 ? '' : 'Checking…';
  takeSignatures();
  const began = performance.now();
  const receipts = items.flatMap(({ given }) => (given.kind === 'receipts' ? given.receipts : []));
  const about = { keys: keys?.list ?? null, logKey: logKey?.key ?? null, policy: policy?.policy ?? null, receipts };
  const drawn = [];
  for (const { name, given } of items) {
    // Lets the browser draw and answer between two files.
    await new Promise((resolve) => setTimeout(resolve));
    if (own !== run) return;
    drawn.push(given.kind === 'page' ? copyOf(name, given.hash) : itemOf(name, sectionsOf(given, about)));
  }
  const opinion = await secondOpinion(takeSignatures());
  if (own !== run) return;
  const warning = element('p', { class: 'errors', role: 'alert' }, opinion.text);
  at('results').replaceChildren(...(opinion.isSame ? [] : [warning]), ...drawn);
  if (items.length === 0) return;
  const time = `${Math.round(performance.now() - began)} ms`;
  at('busy').textContent =
    `Checked in this browser in ${time}. Nothing was sent. ${opinion.isSame ? opinion.text : ''}`;
}

function showKeys() {
  const receiptKeys = keys === null ? 'none given: no signature is checked' : `${keys.list.length} from ${keys.name}`;
  const ofLog =
    logKey === null ? 'none given: no proof of the log is checked' : `${logKey.key.name} from ${logKey.name}`;
  const demanded = policy === null ? 'none demanded' : `${policy.policy.members.length} in ${policy.name}`;
  const named = (keys?.list ?? []).slice(-5).map(({ key_id: id }) => ['Key of receipts', id]);
  const fingerprint = logKey === null ? [] : [['Key of the log, its id', toHex(logKey.key.hash)]];
  at('keys').replaceChildren(
    ...pairs([
      ['Keys of receipts', receiptKeys],
      ...named,
      ['Public log', ofLog],
      ...fingerprint,
      ['Witnesses', demanded],
    ]),
  );
}

async function takeFiles(files) {
  const texts = [...files].slice(0, filesMax + 1).map(async (file) => {
    if (file.size > fileBytesMax)
      return { name: file.name, error: `It has ${file.size} bytes; this page reads ${fileBytesMax} at most.` };
    return { name: file.name, text: await file.text() };
  });
  await take(
    await Promise.all(
      texts.map((text) => text.catch(({ message }) => ({ name: 'A file', error: `It cannot be read: ${message}.` }))),
    ),
  );
}

/** Fetches both public keys from the address that the reader named. */
async function fetchKeys(address) {
  const { origin, protocol } = new URL(address);
  if (!/^https?:$/.test(protocol)) throw new GivenError('An address begins with https://.');
  const paths = ['/.well-known/candor-receipt-keys.json', '/log/key'];
  const found = await Promise.allSettled(paths.map((path) => fetchText(`${origin}${path}`)));
  await take(
    found.map(({ value, reason }, index) => ({
      name: `${origin}${paths[index]}`,
      ...(reason === undefined ? { text: value } : { text: '', error: `It cannot be fetched: ${reason.message}.` }),
    })),
  );
}

async function fetchText(url) {
  const options = {
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(fetchMaxMs),
  };
  const answer = await fetch(url, options);
  if (!answer.ok) throw new Error(`the answer is ${answer.status}`);
  const text = await answer.text();
  if (text.length > keyBytesMax) throw new Error('the answer is too long for keys');
  return text;
}

/** Saves the bytes of this page as they were served, and shows their hash. */
async function keepCopy() {
  const answer = await fetch(location.pathname);
  const text = await answer.text();
  const link = element('a', { download: 'candor-verify.html' });
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/html' }));
  link.click();
  URL.revokeObjectURL(link.href);
  at('copy-hash').textContent = `SHA-256 of the copy: ${hashOfText(text)}`;
}

function listen() {
  const drop = at('drop');
  const isWeb = location.protocol !== 'file:';
  at('places').hidden = location.pathname !== '/verify';
  at('copy-line').hidden = !isWeb;
  if (isWeb) at('address').value = location.origin;
  at('files').addEventListener('change', ({ target }) => {
    void takeFiles(target.files).then(() => (target.value = ''));
  });
  // Anywhere on the page: a file dropped beside the field would replace the page.
  for (const name of ['dragover', 'drop', 'dragleave'])
    document.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.toggle('over', name === 'dragover');
      if (name === 'drop') void takeFiles(event.dataTransfer.files);
    });
  at('open-paste').addEventListener('click', ({ currentTarget }) => {
    at('paste').hidden = !at('paste').hidden;
    currentTarget.setAttribute('aria-expanded', String(!at('paste').hidden));
    if (!at('paste').hidden) at('pasted').focus();
  });
  at('paste').addEventListener('submit', (event) => {
    event.preventDefault();
    void take([{ name: 'Pasted text', text: at('pasted').value }]).then(() => (at('pasted').value = ''));
  });
  at('clear').addEventListener('click', () => {
    items = [];
    void take([]).then(() => at('files').focus());
  });
  at('fetch').addEventListener('submit', (event) => {
    event.preventDefault();
    const address = at('address').value;
    fetchKeys(address).catch(({ message }) => take([{ name: address, error: message }]));
  });
  at('keep').addEventListener('click', () => {
    keepCopy().catch(({ message }) => (at('copy-hash').textContent = `The page cannot be saved: ${message}.`));
  });
  showKeys();
}

listen();
