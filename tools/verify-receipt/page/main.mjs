// Takes files, texts, keys and logs, and shows the result of every check. Makes no request unless the reader asks for one.
import { toHex } from '../bytes.mjs';
import { compareLog } from '../log-compare.mjs';
import { readKey } from '../log-note.mjs';
import { takeSignatures } from '../primitives.mjs';
import { hashOfText, sectionsOf } from './check-given.mjs';
import { fileBytesMax, filesMax, GivenError, recognise } from './read-file.mjs';
import { entriesMax, filesUnder, logAt, logFilesMax, logIn, readingError } from './read-log.mjs';
import { copyOf, element, itemOf, pairs } from './render.mjs';
import { secondOpinion } from './second-opinion.mjs';
import { languageOf, languages, say, useLanguage } from './texts.mjs';

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
/** Ends the reading of a log that is under way; null without one. */
let stopReading = null;

/** Reads texts, each with its name, and checks everything again with the keys at hand. */
async function take(texts) {
  const errors = [];
  for (const { name, text, error } of texts) {
    try {
      if (error !== undefined) throw new GivenError(error);
      if (items.length >= filesMax) throw new GivenError(say('tooMany', filesMax));
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
  at('busy').textContent = items.length === 0 ? '' : say('checking');
  takeSignatures();
  const began = performance.now();
  const about = atHand();
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
  const time = say('checked', Math.round(performance.now() - began));
  at('busy').textContent = `${time} ${opinion.isSame ? opinion.text : ''}`;
}

/** Keys and receipts that were given so far. */
function atHand() {
  const receipts = items.flatMap(({ given }) => (given.kind === 'receipts' ? given.receipts : []));
  return { keys: keys?.list ?? null, logKey: logKey?.key ?? null, policy: policy?.policy ?? null, receipts };
}

function showKeys() {
  const receiptKeys = keys === null ? say('noKeys') : say('from', keys.list.length, keys.name);
  const ofLog = logKey === null ? say('noLogKey') : say('from', logKey.key.name, logKey.name);
  const demanded = policy === null ? say('noPolicy') : say('from', policy.policy.members.length, policy.name);
  const named = (keys?.list ?? []).slice(-5).map(({ key_id: id }) => [say('keyOfReceipts'), id]);
  const fingerprint = logKey === null ? [] : [[say('keyOfLog'), toHex(logKey.key.hash)]];
  at('keys').replaceChildren(
    ...pairs([
      [say('keysOfReceipts'), receiptKeys],
      ...named,
      [say('publicLog'), ofLog],
      ...fingerprint,
      [say('witnesses'), demanded],
    ]),
  );
}

async function takeFiles(files) {
  const texts = [...files].slice(0, filesMax + 1).map(async (file) => {
    if (file.size > fileBytesMax) return { name: file.name, error: say('tooLarge', file.size, fileBytesMax) };
    return { name: file.name, text: await file.text() };
  });
  await take(
    await Promise.all(
      texts.map((text) => text.catch(({ message }) => ({ name: say('aFile'), error: say('unreadable', message) }))),
    ),
  );
}

/** Fetches both public keys from the address that the reader named. */
async function fetchKeys(address) {
  const { origin, protocol } = new URL(address);
  if (!/^https?:$/.test(protocol)) throw new GivenError(say('badAddress'));
  const paths = ['/.well-known/candor-receipt-keys.json', '/log/key'];
  const found = await Promise.allSettled(paths.map((path) => fetchText(`${origin}${path}`)));
  await take(
    found.map(({ value, reason }, index) => ({
      name: `${origin}${paths[index]}`,
      ...(reason === undefined ? { text: value } : { text: '', error: say('unfetched', reason.message) }),
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
  if (!answer.ok) throw new Error(say('answerIs', answer.status));
  const text = await answer.text();
  if (text.length > keyBytesMax) throw new Error(say('answerLong'));
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
  at('copy-hash').textContent = say('copyHash', hashOfText(text));
}

/** Reads a whole log and compares it with the receipts given. `open` returns the reader of its files. */
async function readLog(name, open) {
  stopReading?.abort();
  const stop = new AbortController();
  stopReading = stop;
  at('stop-log').hidden = false;
  try {
    const about = atHand();
    // One that is in no log yet says so itself.
    const receipts = about.receipts.filter(({ log_proof: proof }) => typeof proof === 'string');
    if (about.logKey === null) throw new GivenError(say('logNoKey'));
    if (receipts.length === 0) throw new GivenError(say('logNoReceipt'));
    const read = open(stop.signal);
    const note = new TextDecoder().decode((await read('checkpoint')) ?? new Uint8Array());
    const [, size] = /^[^\n<]+\n(\d+)\n/.exec(note) ?? [];
    if (size === undefined) throw new GivenError(say('logUnread', say('logNone')));
    if (Number(size) > entriesMax) throw new GivenError(say('logUnread', say('logLarge', entriesMax)));
    takeSignatures();
    const checks = await compareLog({ ...about, read, key: about.logKey, note, seen: null, receipts }, (index) => {
      if (stop.signal.aborted) throw readingError(say('logStopped'));
      if (index % 256 === 0) at('log-progress').textContent = say('logProgress', index, size);
    });
    const { isSame, text } = await secondOpinion(takeSignatures());
    if (!isSame) checks.push({ ok: false, isOwn: true, text });
    items = [...items.filter(({ given }) => given.kind !== 'log'), { name, given: { kind: 'log', checks, about } }];
    await take([]);
  } catch (error) {
    const isOwn = error instanceof GivenError;
    await take([{ name, error: isOwn ? error.message : say('logUnread', error.message) }]);
  } finally {
    if (stopReading === stop) {
      stopReading = null;
      at('stop-log').hidden = true;
      at('log-progress').textContent = '';
    }
  }
}

function readLogAtAddress() {
  if (!at('address').reportValidity()) return;
  const { origin } = new URL(at('address').value);
  void readLog(`${origin}/log`, (signal) => logAt(origin, signal));
}

/** Reads a log from the files of a folder, with their paths. */
function readLogIn(name, files) {
  const some = files.slice(0, logFilesMax);
  void readLog(name, (signal) => logIn(some, signal));
}

/** Takes what was dropped: a folder is a log, anything else files. */
async function takeDropped({ items: dropped, files }) {
  const given = [...files];
  const entries = [...dropped].map((one) => one.webkitGetAsEntry?.() ?? null);
  const folder = entries.find((entry) => entry?.isDirectory === true);
  if (folder === undefined) return takeFiles(given);
  readLogIn(folder.name, await filesUnder(folder));
}

/** Draws everything in a language. */
function speak(code) {
  const { code: used, tag, direction } = useLanguage(code);
  document.documentElement.lang = tag;
  document.documentElement.dir = direction;
  document.title = say('verify');
  for (const one of document.querySelectorAll('[data-text]')) one.textContent = say(one.dataset.text);
  for (const one of document.querySelectorAll('[data-label]')) one.setAttribute('aria-label', say(one.dataset.label));
  at('language').value = used;
  at('english').hidden = used === 'en';
}

function listenToLanguage() {
  const choices = Object.entries(languages).map(([code, { name, tag }]) =>
    element('option', { value: code, lang: tag }, name),
  );
  at('language').replaceChildren(...choices);
  at('language').addEventListener('change', ({ target }) => {
    speak(target.value);
    void take([]);
  });
  const asked = new URLSearchParams(location.search).get('lang');
  speak(Object.hasOwn(languages, asked ?? '') ? asked : languageOf(navigator.languages));
}

function listenToLogs() {
  at('read-log').addEventListener('click', readLogAtAddress);
  at('stop-log').addEventListener('click', () => stopReading?.abort(say('logStopped')));
  at('log-folder').addEventListener('change', ({ target }) => {
    const files = [...target.files].map((file) => ({ path: file.webkitRelativePath, file }));
    if (files.length > 0) readLogIn(files[0].path.split('/')[0], files);
    target.value = '';
  });
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
      if (name === 'drop') void takeDropped(event.dataTransfer);
    });
  at('open-paste').addEventListener('click', ({ currentTarget }) => {
    at('paste').hidden = !at('paste').hidden;
    currentTarget.setAttribute('aria-expanded', String(!at('paste').hidden));
    if (!at('paste').hidden) at('pasted').focus();
  });
  at('paste').addEventListener('submit', (event) => {
    event.preventDefault();
    void take([{ name: say('pastedText'), text: at('pasted').value }]).then(() => (at('pasted').value = ''));
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
    keepCopy().catch(({ message }) => (at('copy-hash').textContent = say('copyFailed', message)));
  });
  showKeys();
}

listenToLanguage();
listenToLogs();
listen();
