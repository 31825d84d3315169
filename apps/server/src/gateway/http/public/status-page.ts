import { publicPaths, statusJsonPath } from '@candor/contracts/http/paths';
import { formatMoney, toMoney } from '@candor/domain/values/money';
import type { FastifyInstance } from 'fastify';
import type { AuditResult } from '../../../ports/nightly-audit.ts';
import type { CompanyStatus, PublicStatus } from '../../../services/log/public-status.ts';
import { companyOf } from '../company-of.ts';
import { escapeText, pane, sendPublicPage, type Writer, writerOf } from './page.ts';

/**
 * Registers a company's status: the page, and the same as JSON, both for anyone (R-LOG-14). It shows the result of the
 * newest nightly audit, good or bad, since when, and of each of the last 90 nights.
 */
export function registerStatusPage(app: FastifyInstance, { status }: { readonly status: PublicStatus }): void {
  app.get(publicPaths.status, async (request, reply) => {
    const writer = writerOf(request);
    const { status: texts } = writer.texts;
    const content = statusContent(writer, await status(companyOf(request).id));
    return sendPublicPage(request, reply, writer, { name: 'status', title: texts.title, lead: texts.lead, content });
  });
  app.get(statusJsonPath, async (request, reply) => {
    const { name, id } = companyOf(request);
    void reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=5' });
    return reply.send(toJson(name, await status(id)));
  });
}

function toJson(company: string, { latest, nights, log, totals }: CompanyStatus) {
  const timeOf = (ms: number) => new Date(ms).toISOString();
  const nightOf = ({ state, beganAtMs, endedAtMs }: AuditResult) => ({
    state,
    began: timeOf(beganAtMs),
    ended: timeOf(endedAtMs),
  });
  return {
    version: 'candor-status-1',
    company,
    audit:
      latest === null
        ? null
        : {
            ...nightOf(latest),
            since: timeOf(latest.sinceMs),
            parts: latest.parts.map(({ name, isGood, count }) => ({ name, good: isGood, compared: count })),
          },
    nights: nights.map(nightOf),
    log: log === null ? null : { name: log.origin, entries: log.size },
    liabilities: totals.map(({ day, currency, sum, claims, root, fault }) => ({
      day,
      currency,
      sum: sum === null ? null : formatMoney(toMoney(sum)),
      claims: claims === null ? null : formatMoney(toMoney(claims)),
      root: root === null ? null : Buffer.from(root).toString('hex'),
      fault,
    })),
  };
}

function statusContent(writer: Writer, { latest, nights }: CompanyStatus): string {
  const { texts, time } = writer;
  const { status } = texts;
  const state = latest?.state ?? 'none';
  const told =
    latest === null
      ? []
      : [
          status.since.replace('{time}', time(latest.sinceMs)),
          status.checked.replace('{time}', time(latest.endedAtMs)),
        ];
  const verdict = `<section class="verdict ${state}"><h2>${escapeText(comparesNothing(latest) ? status.nothing : status[state])}</h2><p>${told.map(escapeText).join(' ')}</p></section>`;
  const json = `<p class="note"><a href="${statusJsonPath}">${escapeText(status.json)}</a> · ${escapeText(status.own)}</p>`;
  return verdict + nightsPane(writer, nights) + partsPane(writer, latest) + json;
}

/** True for a check that found nothing wrong because there was nothing, as on the first day. */
function comparesNothing(latest: AuditResult | null): boolean {
  return latest?.state === 'good' && latest.parts.every(({ count }) => count === 0);
}

function resultOf(texts: Writer['texts']['status'], isGood: boolean, compared: number): readonly [string, string] {
  if (!isGood) return ['bad', texts.differs];
  return compared === 0 ? ['none', texts.nothing] : ['good', texts.agrees];
}

const nightsShown = 90;

function nightsPane({ texts: { status }, time, count }: Writer, nights: readonly AuditResult[]): string {
  const shown = nights.slice(0, nightsShown).toReversed();
  const good = shown.filter(({ state }) => state === 'good').length;
  const empty = Array.from({ length: nightsShown - shown.length }, () => '<li></li>');
  const bars = shown.map(({ state, endedAtMs }) => {
    const text = `${time(endedAtMs)}: ${status[state]}`;
    return `<li class="${state}" title="${escapeText(text)}"></li>`;
  });
  const sum = status.checksGood.replace('{good}', count(good)).replace('{count}', count(shown.length));
  return pane(
    status.nights,
    `<p class="note">${escapeText(sum)}</p><ol class="days" aria-hidden="true">${[...empty, ...bars].join('')}</ol>`,
  );
}

function partsPane({ texts: { status }, count }: Writer, latest: AuditResult | null): string {
  if (latest === null || latest.parts.length === 0) return '';
  const rows = latest.parts.map(({ name, isGood, count: compared }) => {
    const [state, text] = resultOf(status, isGood, compared);
    return `<tr><th scope="row">${escapeText(status.parts[name])}</th><td class="n">${count(compared)}</td><td class="n ${state}">${escapeText(text)}</td></tr>`;
  });
  const head = `<thead><tr><th>${escapeText(status.part)}</th><th class="n">${escapeText(status.compared)}</th><th class="n">${escapeText(status.result)}</th></tr></thead>`;
  return pane(status.what, `<table>${head}<tbody>${rows.join('')}</tbody></table>`);
}
