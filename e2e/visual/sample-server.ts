import { type Code, codes } from '@candor/contracts/codes';
import type { Envelope } from '@candor/contracts/envelope';
import type { SignedIn } from '@candor/contracts/http/identity';
import type { Instrument } from '@candor/contracts/http/market';
import type { UploadedImage } from '@candor/contracts/http/verification';
import type { ClientMessage, ServerMessage } from '@candor/contracts/ws/messages';
import type { BrowserContext, Route, WebSocketRoute } from 'playwright-core';
import { loadFonts } from './font-loading.ts';
import type { SampleAccount } from './sample-account.ts';
import { sampleOrders, sampleTradeLine, sampleUsers } from './sample-account.ts';
import { type SampleFavourites, type SampleRanking, sampleChoicesAnswer, sampleRanking } from './sample-choices.ts';
import type { SampleFunds } from './sample-funds.ts';
import { sampleFundsAnswer } from './sample-funds.ts';
import { sampleAnswer, sampleTicket } from './sample-identity.ts';
import { sampleJournal, sampleNote } from './sample-journal.ts';
import { sampleLiability } from './sample-liability.ts';
import {
  dayLines,
  sampleAlerts,
  sampleCalendar,
  sampleCandles,
  sampleCategories,
  sampleInstruments,
  sampleSparkline,
} from './sample-market.ts';
import type { SampleNews, SampleSupport } from './sample-news.ts';
import { sampleReading, supportOrigin, supportPage } from './sample-news.ts';
import { sampleNoticeAnswer } from './sample-notices.ts';
import type { SampleVerification } from './sample-people.ts';
import { sampleCompanies, sampleCompanyStatus, sampleInvite, sampleVerification } from './sample-people.ts';
import type { Say } from './scene-words.ts';

/** State of the server in a scene. */
export interface ServerFacts {
  readonly account: SampleAccount;
  /** Market: `stale` has old prices, `unquoted` no running feed, `slow` never answers, `broken` answers 502. */
  readonly market: 'live' | 'stale' | 'unquoted' | 'slow' | 'broken';
  /** Socket: `down` never completes a connection. */
  readonly socket: 'up' | 'down';
  readonly source: string;
  /** Day of the board's chart. */
  readonly day: 'phone' | 'desk';
  /** Proof for registration: a code, or a captcha in the form. */
  readonly register: 'code' | 'captcha';
  /** Second factor at login. */
  readonly secondFactor: 'none' | 'wanted';
  readonly verification: SampleVerification;
  /** Site: `main` finds companies. */
  readonly site: 'company' | 'main';
  readonly funds: SampleFunds;
  readonly ranking: SampleRanking;
  readonly news: SampleNews;
  readonly support: SampleSupport;
  readonly favourites: SampleFavourites;
  readonly hasTemplates: boolean;
  /** True if the calendar has entries around the time of the board. */
  readonly hasEvents: boolean;
}

type Answer = { readonly data: unknown; readonly code?: Code } | 'never' | 'bad-gateway';

function ageIn(market: ServerFacts['market']): Pick<Instrument, 'Stale'> | Pick<Instrument, 'MarketStatus'> {
  return market === 'unquoted' ? { MarketStatus: 2 } : { Stale: market === 'stale' };
}

/** Rethrows the error unless the page was closed or navigated away during the answer. */
function unlessLeft(error: unknown): void {
  if (!(error instanceof Error) || !/context was destroyed|has been closed/.test(error.message)) throw error;
}

/** Server for the built app: answers every call and socket message from the board's sample values. */
export class SampleServer {
  facts: ServerFacts;
  unknownCalls: string[] = [];
  private line: WebSocketRoute | null = null;
  private say: Say;

  constructor(facts: ServerFacts, say: Say) {
    this.facts = facts;
    this.say = say;
  }

  /** Starts a scene and clears the list of unknown calls. */
  begin(facts: ServerFacts, say: Say): void {
    this.facts = facts;
    this.say = say;
    this.unknownCalls = [];
  }

  async join(context: BrowserContext): Promise<void> {
    await context.route(/\/(?:v1\/)?api\//, (route) => this.answer(route));
    await context.route(`${supportOrigin}/**`, (route) =>
      route.fulfill({ body: supportPage, contentType: 'text/html; charset=utf-8' }),
    );
    await context.routeWebSocket(/\/v1\/ws(\?|$)/, (socket) => this.connect(socket));
  }

  /** Pushes a message over the last opened socket. */
  push(message: ServerMessage): void {
    this.line?.send(JSON.stringify(message));
  }

  private async answer(route: Route): Promise<void> {
    const url = new URL(route.request().url());
    const lang = route.request().headers()['lang'] ?? 'en';
    const answer: Answer = sampleNoticeAnswer(url.pathname, lang) ?? this.reading(url, lang) ?? this.answerTo(url);
    // The chart paints its axes when candles arrive, and a canvas is not painted again when a font loads late.
    if (url.pathname.endsWith('/kline')) await loadFonts(route.request().frame().page()).catch(unlessLeft);
    if (answer === 'never') return;
    if (answer === 'bad-gateway') await route.fulfill({ status: 502, body: 'Bad gateway' });
    else
      await route.fulfill({
        json: { code: answer.code ?? codes.ok, msg: '', data: answer.data } satisfies Envelope<unknown>,
      });
  }

  private answerTo({ pathname, searchParams }: URL): Answer {
    const id = Number(searchParams.get('forex_id'));
    const before = Number(searchParams.get('before') ?? Number.POSITIVE_INFINITY);
    const { account, market, register } = this.facts;
    const ofIdentity = sampleAnswer(pathname, register);
    if (ofIdentity !== undefined) return { data: ofIdentity };
    const ofChoices = sampleChoicesAnswer(pathname, this.facts.favourites, this.facts.hasTemplates);
    if (ofChoices !== undefined) return { data: ofChoices };
    const ofFunds = sampleFundsAnswer(pathname, searchParams, this.facts.funds, this.say);
    if (ofFunds !== undefined) return { data: ofFunds };
    if (pathname === '/api/user/loginForU' && this.facts.secondFactor === 'wanted') {
      return { code: codes.secondFactorRequired, data: sampleTicket };
    }
    switch (pathname) {
      case '/v1/api/forex/trade_list':
        return market === 'slow' ? 'never' : market === 'broken' ? 'bad-gateway' : { data: this.instruments() };
      case '/v1/api/forex/getCategories':
        return market === 'slow' ? 'never' : { data: sampleCategories };
      case '/v1/api/forex/kline':
        // The board has daily candles of none: the market's table shows no change of a week then.
        if (searchParams.get('limit') === '33') return { data: [] };
        return { data: sampleCandles(id, this.facts.day).filter(({ Time }) => Time < before) };
      case '/v1/api/forex/abbreviated_cache_kline':
        return { data: sampleSparkline(id) };
      case '/v1/api/forex/my_deal':
        return market === 'slow'
          ? 'never'
          : { data: sampleOrders(account, searchParams.get('status') ?? '1', searchParams.get('page') ?? '1') };
      case '/api/calendar':
        return { data: this.facts.hasEvents ? sampleCalendar : { data: [], has_any: true } };
      case '/v1/api/alert/list':
        return { data: sampleAlerts };
      case '/api/account/liability_proof':
        return { data: sampleLiability };
      case '/v1/api/forex/journal':
        return { data: sampleJournal };
      case '/v1/api/forex/trade_note':
        return { data: sampleNote };
      case '/v1/api/forex/submit':
      case '/v1/api/forex/set_stop_price':
        return { data: sampleOrders('trader', '1', '1').data[0] };
      case '/v1/api/forex/close':
      case '/v1/api/forex/cancel_trade':
      case '/api/user/logout':
        return { data: null };
      case '/api/user/info':
        return { data: sampleUsers[account === 'demo' ? 'demo' : 'real'] };
      case '/api/company/getCompanyStatus':
        return { data: sampleCompanyStatus(this.facts.site) };
      case '/api/company/getCompany':
        return { data: sampleCompanies };
      case '/api/user/favourites':
        return 'bad-gateway';
      case '/api/follow/list': {
        const { ranking } = this.facts;
        return ranking === 'slow' ? 'never' : ranking === 'broken' ? 'bad-gateway' : { data: sampleRanking(ranking) };
      }
      case '/api/user_real/center':
        return { data: sampleVerification(this.facts.verification) };
      case '/api/common/image_upload':
        return { data: { id: 'sample-upload', url: '/sample-upload' } satisfies UploadedImage };
      case '/api/invite/info':
        return { data: sampleInvite };
      case '/api/user/createAccountDemoForU':
        return { data: { token: 'sample-token', user: sampleUsers.demo } satisfies SignedIn };
      default:
        this.unknownCalls.push(pathname);
        return 'bad-gateway';
    }
  }

  private reading({ pathname, searchParams }: URL, language: string): Answer | undefined {
    const isRead = /^\/api\/(?:news\/(?:list|info)|company\/complaint_email)$/.test(pathname);
    if (isRead && this.facts.news === 'slow') return 'never';
    if (isRead && this.facts.news === 'broken') return 'bad-gateway';
    const data = sampleReading({ pathname, searchParams }, language, this.facts);
    if (data === undefined) return undefined;
    return data === null ? { code: codes.contentNotFound, data } : { data };
  }

  private instruments(): Instrument[] {
    const { source, market } = this.facts;
    return sampleInstruments.map((one) => ({ ...one, Source: source, ...ageIn(market) }));
  }

  /** Answers a socket; if it is `down`, never returns, which leaves the browser's socket connecting. */
  private async connect(socket: WebSocketRoute): Promise<void> {
    if (this.facts.socket === 'down') return new Promise(() => undefined);
    this.line = socket;
    socket.onMessage((text) => {
      if (text === 'ping') socket.send('pong');
      else
        for (const answer of this.answersTo(JSON.parse(String(text)) as ClientMessage))
          socket.send(JSON.stringify(answer));
    });
    return undefined;
  }

  private answersTo(message: ClientMessage): ServerMessage[] {
    if (message.type === 'login') return [{ type: 'login_result', code: 1 }];
    // Answers to orders are in one place: those over HTTP.
    if (message.type === 'call') return [{ type: 'error', code: codes.malformedMessage, msg: '' }];
    if (message.type !== 'sub' || this.facts.market === 'slow' || this.facts.market === 'broken') return [];
    switch (message.params.topic) {
      case 'DAY_MARKET':
        return [{ type: 'DAY_MARKET', code: 1, params: dayLines(this.instruments()) }];
      case 'KLINE': {
        const { forex_id, period } = message.params;
        const candle = sampleCandles(forex_id, this.facts.day).at(-1);
        return candle === undefined ? [] : [{ type: 'KLINE', code: 1, params: { forex_id, period, candle } }];
      }
      case 'FOREX_TRADE':
        return [{ type: 'FOREX_TRADE', code: 1, params: sampleTradeLine(this.facts.account) }];
      case 'FOREX_CLOSED':
        return [];
    }
  }
}
