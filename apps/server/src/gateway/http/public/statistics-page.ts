import { publicPaths, statisticsPaths } from '@candor/contracts/http/paths';
import type { Estimate } from '@candor/domain/calc/confidence';
import type { FastifyInstance } from 'fastify';
import {
  type PublicStatistics,
  type PublishedStatistics,
  type RealmFigures,
  type SlippageFigures,
  samplesMin,
} from '../../../services/log/public-statistics.ts';
import { verdictOf } from '../../../services/log/slippage-verdict.ts';
import { companyOf } from '../company-of.ts';
import { codeNames } from '../to-command.ts';
import { escapeText, pane, sendPublicPage, type Writer, writerOf } from './page.ts';
import { slippageBars } from './slippage-bars.ts';
import { registerStatisticsFiles } from './statistics-files.ts';

/**
 * Registers a company's statistics for anyone: the page, the same as JSON, and the anonymous rows of each day (R-STA-05).
 * Figures whose sample is too small are not shown; the page says so and names the sample.
 */
export function registerStatisticsPage(
  app: FastifyInstance,
  { statistics }: { readonly statistics: PublicStatistics },
): void {
  app.get(publicPaths.statistics, async (request, reply) => {
    const writer = writerOf(request);
    const { id } = companyOf(request);
    const published = await statistics.figures(id);
    const { statistics: texts } = writer.texts;
    const { period } = published;
    const lead =
      period === null
        ? texts.none
        : texts.lead
            .replace('{from}', writer.date(Date.parse(period.from)))
            .replace('{to}', writer.date(Date.parse(period.to)));
    const address = `${request.protocol}://${request.host}`;
    const content = statisticsContent(writer, published, address);
    return sendPublicPage(request, reply, writer, { name: 'statistics', title: texts.title, lead, content });
  });
  registerStatisticsFiles(app, statistics);
}

function statisticsContent(writer: Writer, published: PublishedStatistics, address: string): string {
  const { statistics: texts } = writer.texts;
  const { real, demo } = published;
  const command = `npm run verify-statistics -- ${address}`;
  const again =
    `<p class="note">${escapeText(texts.rows)}</p><pre>${escapeText(command)}</pre>` +
    `<p class="note"><a href="${statisticsPaths.json}">${escapeText(writer.texts.status.json)}</a></p>`;
  const defined = Object.values(texts.defined)
    .map((text) => `<p class="note">${escapeText(text)}</p>`)
    .join('');
  return (
    tiles(writer, published) +
    slippagePane(writer, real) +
    `<div class="cols">${clockPane(writer, published)}${refusedPane(writer, real)}</div>` +
    pane(texts.demo, demoContent(writer, demo)) +
    pane(texts.again, again + defined)
  );
}

type Tile = readonly [name: string, value: string, more: string];

function figureList(list: readonly Tile[]): string {
  const items = list.map(
    ([name, value, more]) =>
      `<div><dt>${escapeText(name)}</dt><dd>${escapeText(value)}<small>${escapeText(more)}</small></dd></div>`,
  );
  return `<dl class="figures">${items.join('')}</dl>`;
}

/** Text in place of a figure whose sample is too small. */
function tooFew({ texts: { statistics }, count }: Writer, sample: number, min: number): string {
  return statistics.few.replace('{count}', count(sample)).replace('{min}', count(min));
}

function tiles(writer: Writer, { real, losing, losingSample }: PublishedStatistics): string {
  const { statistics: texts } = writer.texts;
  const { count, duration, percent } = writer;
  const few = tooFew(writer, real.orders, samplesMin.orders);
  const { counts, quoteAge, withdrawals } = real;
  const paid = paidOf(real);
  const lost = texts.losingOf.replace('{losing}', count(losing?.losing ?? 0)).replace('{count}', count(losingSample));
  return figureList([
    counts === null
      ? [texts.fills, '–', few]
      : [texts.fills, count(counts.fills), texts.asked.replace('{count}', count(real.orders))],
    quoteAge === null ? [texts.quoteAge, '–', few] : ageTile(writer, quoteAge),
    withdrawals === null
      ? [texts.paid, '–', tooFew(writer, paid, samplesMin.withdrawals)]
      : [texts.paid, count(paid), `${texts.median}: ${duration(withdrawals[0])}`],
    losing === null
      ? [texts.losing, '–', tooFew(writer, losingSample, samplesMin.accounts)]
      : [texts.losing, percent(losing.losing / losing.accounts), lost],
  ]);
}

function ageTile({ texts: { statistics }, count }: Writer, [half = 0, most = 0, nearly = 0]: readonly number[]): Tile {
  return [statistics.quoteAge, `${count(nearly)} ms`, `P50 ${count(half)} ms · P95 ${count(most)} ms`];
}

function paidOf({ counts }: RealmFigures): number {
  return Object.values(counts?.withdrawalsPaid ?? {}).reduce((sum, times) => sum + times, 0);
}

function slippagePane(writer: Writer, { slippage, orders }: RealmFigures): string {
  const { statistics: texts } = writer.texts;
  if (slippage === null)
    return pane(texts.slippage, `<p class="note">${tooFew(writer, orders, samplesMin.slippage)}</p>`);
  const unit = texts.unit.replace('{count}', writer.count(slippage.count));
  const verdict = `<p class="${verdictOf(slippage)}">${escapeText(texts[verdictOf(slippage)])}</p>`;
  return pane(
    texts.slippage,
    `<p class="note">${escapeText(unit)}</p>${slippageBars(slippage.histogram)}${sharesOf(writer, slippage)}${percentileTable(writer, slippage)}${verdict}`,
  );
}

function sharesOf(writer: Writer, { count, better, equal, worse }: SlippageFigures): string {
  const { statistics: texts } = writer.texts;
  const share = (part: number) => [writer.percent(part / count), writer.count(part)] as const;
  return figureList([
    [texts.worse, ...share(worse)],
    [texts.equal, ...share(equal)],
    [texts.better, ...share(better)],
  ]);
}

/** Hundredths of a percent. */
const toShown = (millionths: number) => millionths / 100;

function percentileTable(writer: Writer, { percentiles, mean, surplus }: SlippageFigures): string {
  const { statistics: texts } = writer.texts;
  const { signed, percent } = writer;
  const between = (estimate: Estimate | null, show: (value: number) => string) =>
    estimate === null ? escapeText(texts.open) : `${show(estimate.low)} … ${show(estimate.high)}`;
  const shown = (value: number) => signed(toShown(value));
  const names = ['', texts.betterBy, texts.worseBy, texts.difference, texts.interval];
  const head = names.map((name, at) => `<th${at === 0 ? '' : ' class="n"'}>${escapeText(name)}</th>`).join('');
  const cells = (list: readonly string[]) => list.map((cell) => `<td class="n">${cell}</td>`).join('');
  const rows = percentiles.map(({ share, better, worse, difference }) => {
    const list = [shown(better), shown(-worse), shown(better - worse), between(difference, shown)];
    return `<tr><th scope="row">P${share * 100}</th>${cells(list)}</tr>`;
  });
  const summed = [
    [texts.mean, mean === null ? '–' : shown(mean.value), between(mean, shown)],
    [texts.surplus, surplus === null ? '–' : percent(surplus.value), between(surplus, percent)],
  ].map(
    ([name = '', value = '', interval = '']) =>
      `<tr><th scope="row">${escapeText(name)}</th>${cells(['', '', value, interval])}</tr>`,
  );
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}${summed.join('')}</tbody></table>`;
}

function clockPane(writer: Writer, { real, oldestWithdrawalMs }: PublishedStatistics): string {
  const { statistics: texts } = writer.texts;
  const { count, duration, time } = writer;
  const { withdrawals, counts } = real;
  const paid = paidOf(real);
  const few = tooFew(writer, paid, samplesMin.withdrawals);
  const rows: [string, string][] = [
    [texts.median, withdrawals === null ? few : duration(withdrawals[0])],
    ['P95', withdrawals === null ? few : duration(withdrawals[1])],
    [texts.oldest, oldestWithdrawalMs === null ? texts.noneOpen : time(oldestWithdrawalMs)],
    [texts.rejected, counts === null ? '–' : count(counts.withdrawalsRejected)],
    [texts.cancelled, counts === null ? '–' : count(counts.withdrawalsCancelled)],
    [texts.stopOuts, counts === null ? '–' : count(counts.stopOuts)],
  ];
  return pane(texts.clock, `<table><tbody>${rows.map(([name, value]) => rowOf(name, value)).join('')}</tbody></table>`);
}

function rowOf(name: string, value: string): string {
  return `<tr><th scope="row">${escapeText(name)}</th><td class="n">${escapeText(value)}</td></tr>`;
}

function refusedPane(writer: Writer, { counts, orders }: RealmFigures): string {
  const { statistics: texts } = writer.texts;
  const reasons = Object.entries(counts?.refusals ?? {}).toSorted(([, a], [, b]) => b - a);
  const sum = reasons.reduce((total, [, times]) => total + times, 0);
  const title = texts.refused.replace('{count}', counts === null ? '–' : writer.count(sum));
  if (counts === null) return pane(title, `<p class="note">${tooFew(writer, orders, samplesMin.orders)}</p>`);
  const rows = reasons.map(([reason, times]) => rowOf(reasonText(writer, reason), writer.count(times)));
  const head = `<thead><tr><th>${escapeText(texts.reason)}</th><th class="n">${escapeText(texts.count)}</th></tr></thead>`;
  return pane(title, `<table>${head}<tbody>${rows.join('')}</tbody></table>`);
}

/** Text of a refusal, as the client gets it; the word itself for one of an older journal. */
function reasonText({ errors }: Writer, reason: string): string {
  const name = (codeNames as Readonly<Record<string, keyof typeof errors>>)[reason];
  return name === undefined ? reason : errors[name];
}

function demoContent(writer: Writer, demo: RealmFigures): string {
  const { statistics: texts } = writer.texts;
  const { counts, quoteAge, slippage, orders } = demo;
  if (counts === null || quoteAge === null) return `<p class="note">${tooFew(writer, orders, samplesMin.orders)}</p>`;
  const list: Tile[] = [
    [texts.fills, writer.count(counts.fills), texts.asked.replace('{count}', writer.count(orders))],
    ageTile(writer, quoteAge),
    [texts.stopOuts, writer.count(counts.stopOuts), ''],
  ];
  if (slippage !== null && slippage.mean !== null)
    list.push([texts.mean, writer.signed(toShown(slippage.mean.value)), texts[verdictOf(slippage)]]);
  return figureList(list);
}
