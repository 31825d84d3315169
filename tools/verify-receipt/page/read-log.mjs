// Reads the files of a public log: from the address that the reader named, or from a folder that they chose.

export const logFilesMax = 200_000;
/** Entries that the page reads at most: about three weeks of a market of 100 quotes a second. */
export const entriesMax = 2_000_000;
/** No file of a log is longer: 256 entries of 65,535 bytes, each with its length. */
const bytesMax = 256 * 65_537;
const timeMaxMs = 30_000;
const triesMax = 60;
const waitMaxSeconds = 10;

/** An error of reading, which says nothing about the log. */
export function readingError(message) {
  return Object.assign(new Error(message), { isReading: true });
}

/** Returns the function that fetches a file of the log at an address by its path; null if there is none. */
export function logAt(origin, signal) {
  return async (path) => {
    const url = `${origin}/log/${path}`;
    const answer = await askPatiently(url, signal);
    if (answer.status === 404) return null;
    if (!answer.ok) throw readingError(`${url}: ${answer.status}`);
    const bytes = await answer.arrayBuffer().catch(({ message }) => {
      throw readingError(message);
    });
    if (bytes.byteLength > bytesMax) throw readingError(`${url}: ${bytes.byteLength} B`);
    return new Uint8Array(bytes);
  };
}

/** Asks again while the server has too many calls, after the time that it names. */
async function askPatiently(url, signal) {
  for (let tries = 1; ; tries += 1) {
    if (signal.aborted) throw readingError(String(signal.reason));
    const answer = await fetch(url, {
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeMaxMs)]),
    }).catch(({ message }) => {
      throw readingError(`${url}: ${message}`);
    });
    if ((answer.status !== 429 && answer.status !== 503) || tries === triesMax) return answer;
    const seconds = Math.min(waitMaxSeconds, Number(answer.headers.get('retry-after') ?? 1) || 0);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}

/** The same for files `{ path, file }` of a folder: the log is where the checkpoint is. */
export function logIn(files, signal) {
  const roots = files.filter(({ path }) => /(?:^|\/)checkpoint$/.test(path)).map(({ path }) => path.slice(0, -10));
  const [root = ''] = roots.toSorted((one, other) => one.length - other.length);
  const byPath = new Map(files.map(({ path, file }) => [path, file]));
  return async (path) => {
    if (signal.aborted) throw readingError(String(signal.reason));
    const file = byPath.get(root + path);
    if (file === undefined) return null;
    if (file.size > bytesMax) throw readingError(`${path}: ${file.size} B`);
    return new Uint8Array(await file.arrayBuffer());
  };
}

/** Files of a folder that was dropped, with their paths; at most logFilesMax. */
export async function filesUnder(entry) {
  const files = [];
  const open = [{ entry, path: '' }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (files.length > logFilesMax) break;
    if (next.entry.isFile) {
      const file = await new Promise((resolve, reject) => next.entry.file(resolve, reject));
      files.push({ path: `${next.path}${next.entry.name}`, file });
      continue;
    }
    const reader = next.entry.createReader();
    const path = next.entry === entry ? '' : `${next.path}${next.entry.name}/`;
    for (;;) {
      // A browser gives a hundred at a time, and none at the end.
      const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (some.length === 0) break;
      for (const one of some) open.push({ entry: one, path });
    }
  }
  return files;
}
