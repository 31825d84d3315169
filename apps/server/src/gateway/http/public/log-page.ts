import { buildFilesPath, logPaths, publicPaths } from '@candor/contracts/http/paths';
import { formatMoney, toMoney } from '@candor/domain/values/money';
import { cosignersOf } from '@candor/transparency-log/cosignature';
import type { FastifyInstance } from 'fastify';
import type { PublishedTotal } from '../../../ports/liabilities.ts';
import type { ServedBuild } from '../../../ports/served-build.ts';
import type { CompanyStatus, PublicStatus } from '../../../services/log/public-status.ts';
import { companyOf } from '../company-of.ts';
import { RefusalError } from '../envelope.ts';
import { escapeText, pane, sendPublicPage, type Writer, writerOf } from './page.ts';

/**
 * Registers the page about a company's log (R-LOG-18). Every other path below `/log/` is a file of the log or does not
 * exist: it never gets the page of the app (R-LOG-17).
 */
export function registerLogPage(
  app: FastifyInstance,
  { status, build }: { readonly status: PublicStatus; readonly build: ServedBuild | null },
): void {
  for (const path of [publicPaths.log, '/log'])
    app.get(path, async (request, reply) => {
      const writer = writerOf(request);
      const { log: texts } = writer.texts;
      const found = await status(companyOf(request).id);
      const address = `${request.protocol}://${request.host}`;
      const content = logContent(writer, found, address) + buildPane(writer, build, found.buildEntry, address);
      return sendPublicPage(request, reply, writer, { name: 'log', title: texts.title, lead: texts.lead, content });
    });
  app.get(`${publicPaths.log}*`, () => {
    throw new RefusalError('unknownPath', { httpStatus: 404 });
  });
}

function logContent(writer: Writer, { log, latest, totals }: CompanyStatus, address: string): string {
  const { texts, count, time } = writer;
  const figures: [string, string, string][] =
    log === null
      ? []
      : [
          [texts.log.entries, count(log.size), log.origin],
          [
            texts.log.audit,
            latest === null ? texts.status.none : time(latest.endedAtMs),
            latest === null ? '' : texts.status[latest.state],
          ],
        ];
  const list = figures
    .map(
      ([name, value, more]) =>
        `<div><dt>${escapeText(name)}</dt><dd>${escapeText(value)}<small>${escapeText(more)}</small></dd></div>`,
    )
    .join('');
  if (log === null) return `<section class="verdict"><h2>${escapeText(texts.log.none)}</h2></section>`;
  const check = `curl ${address}${logPaths.key} > log.key\nnpm run verify-log -- ${address}/log --key log.key --seen seen.checkpoint`;
  const witnesses = cosignersOf(log.checkpoint, log.origin);
  const note =
    witnesses.length === 0 ? texts.log.compare : texts.log.cosigned.replace('{witnesses}', () => witnesses.join(', '));
  return (
    `<dl class="figures">${list}</dl>` +
    totalsPane(writer, totals) +
    pane(texts.log.asSigned, `<pre>${escapeText(log.checkpoint)}</pre>`) +
    pane(texts.log.key, `<pre>${escapeText(log.publicKey)}</pre><p class="note">${escapeText(texts.log.keep)}</p>`) +
    pane(texts.log.check, `<pre>${escapeText(check)}</pre><p class="note">${escapeText(note)}</p>`)
  );
}

/** Hashes of what this server serves, the entry of the log that names them, and how to compare them (R-VER-12). */
function buildPane({ texts, count }: Writer, build: ServedBuild | null, entry: number | null, address: string): string {
  if (build === null) return '';
  const { build: words } = texts.log;
  const where = entry === null ? words.none : words.entry.replace('{entry}', count(entry));
  const rows: [string, string, string][] = [
    [words.page, publicPaths.verify, build.pageHash],
    [words.files, buildFilesPath, build.filesHash],
  ];
  const table = rows
    .map(
      ([name, path, hash]) =>
        `<tr><th scope="row"><a href="${path}">${escapeText(name)}</a></th><td><code>${hash}</code></td></tr>`,
    )
    .join('');
  const check = `npm ci && npm run build\ncurl ${address}${buildFilesPath} | sha256sum -c`;
  return pane(
    words.title,
    `<p class="note">${escapeText(where)}</p><table><tbody>${table}</tbody></table><pre>${escapeText(check)}</pre><p class="note">${escapeText(words.compare)}</p>`,
  );
}

/** Newest total owed to clients of each currency, and what it proves and what not (R-LOG-23). */
function totalsPane({ texts: { liabilities: texts } }: Writer, totals: readonly PublishedTotal[]): string {
  const rows = totals.map(({ day, currency, sum, root, fault }) => {
    const found =
      sum === null || root === null
        ? `<td colspan="2" class="bad">${escapeText(texts.faults[fault ?? 'not-tied'])}</td>`
        : `<td class="n">${formatMoney(toMoney(sum))}</td><td><code>${Buffer.from(root).toString('hex')}</code></td>`;
    return `<tr><th scope="row">${escapeText(currency)}</th><td>${day}</td>${found}</tr>`;
  });
  const head = [texts.currency, texts.day, texts.sum, texts.root]
    .map((name, at) => `<th${at === 2 ? ' class="n"' : ''}>${escapeText(name)}</th>`)
    .join('');
  const table =
    totals.length === 0 ? '' : `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
  const none = totals.length === 0 ? [texts.none] : [];
  const notes = [...none, texts.proves, texts.provesNot]
    .map((text) => `<p class="note">${escapeText(text)}</p>`)
    .join('');
  return pane(texts.title, table + notes);
}
