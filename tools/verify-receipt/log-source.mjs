// Reads the files of a log from a folder or over HTTP.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** No file of a log is longer: 256 entries of 65,535 bytes, each with its length. */
const bytesMax = 256 * 65_537;
const timeMaxMs = 30_000;
const triesMax = 60;
const waitMaxSeconds = 10;

/** Returns the function that reads a file of the log by its path; null if there is none. */
export function openSource(place) {
  const isUrl = /^https?:\/\//.test(place);
  return isUrl ? (path) => download(`${place.replace(/\/+$/, '')}/${path}`) : (path) => readLocal(join(place, path));
}

function readLocal(file) {
  return existsSync(file) ? readFileSync(file) : null;
}

async function download(url) {
  const answer = await fetchPatiently(url);
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  const parts = [];
  let length = 0;
  for await (const part of answer.body) {
    length += part.length;
    if (length > bytesMax) throw new Error(`${url} is longer than a file of a log`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Asks again while the server has too many calls, after the time that it names. */
async function fetchPatiently(url) {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeMaxMs) });
    if ((answer.status !== 429 && answer.status !== 503) || tries === triesMax) return answer;
    await answer.body?.cancel();
    const seconds = Math.min(waitMaxSeconds, Number(answer.headers.get('retry-after') ?? 1) || 0);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}
