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
import type { SampleFunds } from './sample-funds.ts';
import { sampleFundsAnswer } from './sample-funds.ts';
import { sampleAnswer, sampleTicket } from './sample-identity.ts';
import { dayLines, sampleCandles, sampleCategories, sampleInstruments, sampleSparkline } from './sample-market.ts';
import type { SampleVerification } from './sample-people.ts';
import { sampleCompanies, sampleCompanyStatus, sampleInvite, sampleVerification } from './sample-people.ts';

/** What the server of one scene is like. */
export interface ServerFacts {
  readonly account: SampleAccount;
  /** `slow` never gives prices; `broken` answers them like a proxy without a server. */
  readonly market: 'live' | 'slow' | 'broken';
  /** `down` takes no connection. */
  readonly socket: 'up' | 'down';
  readonly source: string;
  /** The day that the board's chart shows. */
  readonly day: 'phone' | 'desk';
  /** How one registers: by a code, or by a captcha with the form. */
  readonly register: 'code' | 'captcha';
  /** Whether a password alone logs in. */
  readonly secondFactor: 'none' | 'wanted';
  readonly verification: SampleVerification;
  /** `main` leads to companies. */
  readonly site: 'company' | 'main';
  readonly funds: SampleFunds;
}

type Answer = { readonly data: unknown; readonly code?: Code } | 'never' | 'bad-gateway';

/** Plays the server to the built app: every call and every socket message, from the board's sample values. */
export class SampleServer {
  facts: ServerFacts;
  readonly unknownCalls: string[] = [];

  constructor(facts: ServerFacts) {
    this.facts = facts;
  }

  async join(context: BrowserContext): Promise<void> {
    await context.route(/\/(?:v1\/)?api\//, (route) => this.answer(route));
    await context.routeWebSocket(/\/v1\/ws(\?|$)/, (socket) => this.connect(socket));
  }

  private async answer(route: Route): Promise<void> {
    const url = new URL(route.request().url());
    const answer = this.answerTo(url);
    // The chart writes its axes once the candles are there, and a canvas does not ask for a font that comes later.
    if (url.pathname.endsWith('/kline')) await loadFonts(route.request().frame().page());
    if (answer === 'never') return;
    if (answer === 'bad-gateway') await route.fulfill({ status: 502, body: 'Bad gateway' });
    else
      await route.fulfill({
        json: { code: answer.code ?? codes.ok, msg: '', data: answer.data } satisfies Envelope<unknown>,
      });
  }

  private answerTo({ pathname, searchParams }: URL): Answer {
    const id = Number(searchParams.get('forex_id'));
    const { account, market, register } = this.facts;
    const ofIdentity = sampleAnswer(pathname, register);
    if (ofIdentity !== undefined) return { data: ofIdentity };
    const ofFunds = sampleFundsAnswer(pathname, searchParams, this.facts.funds);
    if (ofFunds !== undefined) return { data: ofFunds };
    if (pathname === '/api/user/loginForU' && this.facts.secondFactor === 'wanted') {
      return { code: codes.secondFactorRequired, data: sampleTicket };
    }
    switch (pathname) {
      case '/v1/api/forex/trade_list':
        return market === 'live' ? { data: this.instruments() } : market === 'slow' ? 'never' : 'bad-gateway';
      case '/v1/api/forex/getCategories':
        return market === 'slow' ? 'never' : { data: sampleCategories };
      case '/v1/api/forex/kline':
        return { data: searchParams.has('before') ? [] : sampleCandles(id, this.facts.day) };
      case '/v1/api/forex/abbreviated_cache_kline':
        return { data: sampleSparkline(id) };
      case '/v1/api/forex/my_deal':
        return market === 'slow'
          ? 'never'
          : { data: sampleOrders(account, searchParams.get('status') ?? '1', searchParams.get('page') ?? '1') };
      case '/v1/api/forex/submit':
        return { data: sampleOrders('trader', '1', '1').data[0] };
      case '/v1/api/forex/set_stop_price':
      case '/v1/api/forex/close':
      case '/v1/api/forex/cancel_trade':
      case '/api/user/logout':
        return { data: null };
      case '/api/company/getCompanyStatus':
        return { data: sampleCompanyStatus(this.facts.site) };
      case '/api/company/getCompany':
        return { data: sampleCompanies };
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

  private instruments(): Instrument[] {
    return sampleInstruments.map((one) => ({ ...one, Source: this.facts.source }));
  }

  /** A handler that never returns leaves the browser's socket connecting. */
  private async connect(socket: WebSocketRoute): Promise<void> {
    if (this.facts.socket === 'down') return new Promise(() => undefined);
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
    if (message.type !== 'sub' || this.facts.market !== 'live') return [];
    switch (message.params.topic) {
      case 'DAY_MARKET':
        return [{ type: 'DAY_MARKET', code: 1, params: dayLines(sampleInstruments) }];
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
