import { createHash } from 'node:crypto';
import { type CodeName, codes } from '@candor/contracts/codes';
import { acceptedLanguage, type Language, languages, parseLanguage } from '@candor/contracts/languages';
import { formatBalance } from '@candor/domain/values/money';
import { type ServerTexts, serverTexts } from '@candor/texts/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FundsRefusal } from '../../../services/funds/refusals.ts';
import {
  isOvertaken,
  type TakeBackDeps,
  type TakeBackLink,
  type TakeBackLinks,
  type TakeBackView,
  takeBack,
  viewTakeBack,
} from '../../../services/funds/take-back.ts';
import { companyOf } from '../company-of.ts';
import { textOf } from '../texts/text-of.ts';

type Deps = TakeBackDeps & { readonly links: TakeBackLinks };

/** HTTP status of each refusal. */
const statuses = { takeBackLinkWrong: 404, takeBackLinkExpired: 410, takeBackDone: 409, takeBackTooLate: 409 } as const;
type Refused = keyof typeof statuses;

type Found =
  | { readonly kind: 'found'; readonly link: TakeBackLink; readonly view: TakeBackView }
  | { readonly kind: Extract<Refused, 'takeBackLinkWrong' | 'takeBackLinkExpired'> };

/**
 * Registers the page behind a mailed link: GET shows the request, POST takes it back, so that a mail scanner that
 * follows links changes nothing (R-FND-43). No login, no script.
 */
export function registerTakeBackPage(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: { '*': string } }>('/take-back/*', async (request, reply) => {
    const found = await find(deps, request, request.params['*']);
    return found.kind === 'found' ? sendView(request, reply, found.view) : sendRefused(request, reply, found.kind);
  });
  app.post<{ Params: { '*': string } }>('/take-back/*', async (request, reply) => {
    const found = await find(deps, request, request.params['*']);
    if (found.kind !== 'found') return sendRefused(request, reply, found.kind);
    const { link, view } = found;
    if (view.state !== 'open') return sendView(request, reply, view);
    try {
      await takeBack(deps, view.user, link, { company: companyOf(request), language: languageOf(view) });
    } catch (error) {
      if (error instanceof FundsRefusal && (error.reason === 'busy' || error.reason === 'unavailable'))
        return sendView(request, reply, view, error.reason);
      const now = isOvertaken(error) ? await viewTakeBack(deps, link) : null;
      if (now === null || now.state === 'open') throw error;
      return sendView(request, reply, now);
    }
    const texts = textsOf(view);
    const done = link.kind === 'withdrawal' ? texts.doneWithdrawal : texts.doneMethod;
    return send(request, reply, { language: languageOf(view), status: 200, lines: [done, texts.advice] });
  });
}

/** Finds the request of a link; a link of another company is as wrong as an unsigned one. */
async function find(deps: Deps, request: FastifyRequest, token: string): Promise<Found> {
  const read = deps.links.read(token);
  if (read.kind === 'expired') return { kind: 'takeBackLinkExpired' };
  if (read.kind === 'wrong' || read.link.companyId !== companyOf(request).id) return { kind: 'takeBackLinkWrong' };
  const view = await viewTakeBack(deps, read.link);
  return view === null ? { kind: 'takeBackLinkWrong' } : { kind: 'found', link: read.link, view };
}

function sendView(
  request: FastifyRequest,
  reply: FastifyReply,
  view: TakeBackView,
  waiting?: 'busy' | 'unavailable',
): FastifyReply {
  const [texts, language] = [textsOf(view), languageOf(view)];
  const what = subjectText(texts, view, language);
  if (view.state === 'open') {
    const asked = [what, texts.ask, ...(view.subject.kind === 'method' ? [texts.askMethod] : [])];
    const lines = waiting === undefined ? asked : [textOf(codes[waiting], language), ...asked];
    return send(request, reply, { language, status: waiting === undefined ? 200 : 503, lines, button: texts.button });
  }
  const refused = view.state === 'ended' ? 'takeBackDone' : 'takeBackTooLate';
  return send(request, reply, { language, ...refusal(refused, language), what });
}

function sendRefused(request: FastifyRequest, reply: FastifyReply, refused: Refused): FastifyReply {
  const language = acceptedLanguage(request.headers['accept-language'] ?? '') ?? 'en';
  return send(request, reply, { language, ...refusal(refused, language) });
}

function refusal(name: Refused & CodeName, language: Language) {
  return { status: statuses[name], lines: [`${textOf(codes[name], language)} (${codes[name]})`] };
}

function subjectText(texts: ServerTexts['takeBackPage'], { subject, user }: TakeBackView, language: Language): string {
  const format = new Intl.DateTimeFormat(languages[language].tag, {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
  });
  const time = isolate(`${format.format(subject.atMs)} UTC`);
  if (subject.kind === 'method')
    return texts.method.replace('{method}', isolate(subject.method)).replace('{time}', time);
  const amount = isolate(`${formatBalance(subject.amount)} ${user.currency}`);
  return texts.withdrawal.replace('{amount}', amount).replace('{time}', time);
}

/** Isolates the text direction of a value within a line. */
function isolate(value: string): string {
  return `\u2068${value}\u2069`;
}

interface Page {
  readonly language: Language;
  readonly status: number;
  readonly lines: readonly string[];
  readonly what?: string;
  readonly button?: string;
}

const style =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:0 auto;padding:2rem 1.25rem}' +
  'h1{font-size:1.25rem}p{overflow-wrap:anywhere}' +
  'button{font:inherit;font-weight:600;width:100%;min-height:48px;border:0;border-radius:8px;background:#b42318;color:#fff}';
const styleHash = createHash('sha256').update(style).digest('base64');

const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  // Not `no-referrer`: browsers would send the form's origin as null.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
};

function send(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const { name, email } = companyOf(request);
  const texts = serverTexts[page.language].takeBackPage;
  const lines = [...page.lines, ...(page.what === undefined ? [] : [page.what])];
  const contact = page.button === undefined && email !== '' ? [`${texts.contact} ${email}`] : [];
  const paragraphs = [...lines, ...contact].map((line) => `<p>${escape(line)}</p>`).join('');
  const form = page.button === undefined ? '' : `<form method="post"><button>${escape(page.button)}</button></form>`;
  const { tag, direction } = languages[page.language];
  const html =
    `<!doctype html><html lang="${tag}" dir="${direction}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(name)}</title>` +
    `<style>${style}</style></head><body><main><h1>${escape(name)}</h1>${paragraphs}${form}</main></body></html>`;
  return reply.status(page.status).headers(pageHeaders).send(html);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => entities[letter] ?? '');
}

function languageOf({ user }: TakeBackView): Language {
  return parseLanguage(user.language) ?? 'hk';
}

function textsOf(view: TakeBackView): ServerTexts['takeBackPage'] {
  return serverTexts[languageOf(view)].takeBackPage;
}
