import { publicPaths } from '@candor/contracts/http/paths';
import { acceptedLanguage, type Language, languages, parseLanguage } from '@candor/contracts/languages';
import { type ServerTexts, serverTexts } from '@candor/texts/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { companyOf } from '../company-of.ts';
import { pageStyle, publicPageHeaders } from './page-style.ts';

export type PublicTexts = ServerTexts['publicPages'];

type PageName = keyof typeof publicPaths;

/** Texts and formats in the reader's language. */
export interface Writer {
  readonly language: Language;
  readonly texts: PublicTexts;
  readonly errors: ServerTexts['errors'];
  /** A count with separators of thousands. */
  readonly count: (value: number) => string;
  /** A time to the minute, UTC, apart from the direction of the text around it. */
  readonly time: (ms: number) => string;
  /** A day, UTC. */
  readonly date: (ms: number) => string;
  /** A number with two decimals and, except for zero, its sign. */
  readonly signed: (value: number) => string;
  /** A share with one decimal. */
  readonly percent: (share: number) => string;
  /** Seconds or larger units, the two largest. */
  readonly duration: (seconds: number) => string;
}

/** The writer of a request: by `?lang=`, else by the browser's languages, else English. */
export function writerOf(request: FastifyRequest): Writer {
  const { lang } = request.query as { readonly lang?: unknown };
  const asked = typeof lang === 'string' ? parseLanguage(lang) : null;
  const language = asked ?? acceptedLanguage(request.headers['accept-language'] ?? '') ?? 'en';
  const { tag } = languages[language];
  const plain = { calendar: 'gregory', numberingSystem: 'latn' } as const;
  const numbers = new Intl.NumberFormat(tag, plain);
  const times = new Intl.DateTimeFormat(tag, {
    ...plain,
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  const days = new Intl.DateTimeFormat(tag, { ...plain, dateStyle: 'medium', timeZone: 'UTC' });
  const two = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
  const signs = new Intl.NumberFormat(tag, { numberingSystem: 'latn', ...two, signDisplay: 'exceptZero' });
  const shares = new Intl.NumberFormat(tag, { numberingSystem: 'latn', style: 'percent', maximumFractionDigits: 1 });
  return {
    language,
    texts: serverTexts[language].publicPages,
    errors: serverTexts[language].errors,
    count: (value) => numbers.format(value),
    time: (ms) => isolate(`${times.format(ms)} UTC`),
    date: (ms) => isolate(days.format(ms)),
    signed: (value) => isolate(signs.format(value)),
    percent: (share) => isolate(shares.format(share)),
    duration: (seconds) => isolate(durationText(tag, seconds)),
  };
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

function durationText(tag: string, seconds: number): string {
  const whole = Math.round(seconds);
  const largest = units.findIndex(([, size]) => whole >= size);
  const at = largest < 0 ? units.length - 1 : largest;
  let rest = whole;
  const parts = units.slice(at, at + 2).map(([unit, size], part) => {
    const value = Math.floor(rest / size);
    rest -= value * size;
    const format = { numberingSystem: 'latn', style: 'unit', unit, unitDisplay: 'short' } as const;
    return value === 0 && part > 0 ? '' : new Intl.NumberFormat(tag, format).format(value);
  });
  return parts.filter((part) => part !== '').join(' ');
}

/** Isolates the text direction of a value within a line. */
function isolate(value: string): string {
  return `\u2068${value}\u2069`;
}

export interface PublicPage {
  readonly name: PageName;
  readonly title: string;
  readonly lead: string;
  /** Elements below the lead. */
  readonly content: string;
}

/** Sends a page that anyone may read without a script or a login, in one of the languages (R-LOG-14). */
export function sendPublicPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { language, texts }: Writer,
  { name, title, lead, content }: PublicPage,
): FastifyReply {
  const { tag, direction, name: languageName } = languages[language];
  const company = escapeText(companyOf(request).name);
  const links = (Object.keys(publicPaths) as PageName[])
    .map((page) => {
      const current = page === name ? ' aria-current="page"' : '';
      return `<a href="${publicPaths[page]}?lang=${language}"${current}>${escapeText(texts.pages[page])}</a>`;
    })
    .join('');
  const choices = Object.entries(languages)
    .map(([code, one]) => `<li><a href="?lang=${code}" lang="${one.tag}">${escapeText(one.name)}</a></li>`)
    .join('');
  const html =
    `<!doctype html><html lang="${tag}" dir="${direction}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeText(title)} · ${company}</title>` +
    `<style>${pageStyle}</style></head><body><header><div class="wrap"><b>${company}</b><nav>${links}</nav>` +
    `<details><summary>${escapeText(languageName)}</summary><ul>${choices}</ul></details></div></header>` +
    `<main><div class="wrap"><h1>${escapeText(title)}</h1><p class="lead">${escapeText(lead)}</p>${content}</div></main></body></html>`;
  return reply.headers(publicPageHeaders).send(html);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => entities[letter] ?? '');
}

/** A titled pane of a page; `content` is markup. */
export function pane(title: string, content: string): string {
  return `<section class="pane"><h2>${escapeText(title)}</h2>${content}</section>`;
}
