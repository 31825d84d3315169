import { formatDecimal } from '@candor/domain/values/decimal';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { AnswersAudit, SentCall } from './auditor/answers.ts';
import type { FakeFeed } from './fake-feed.ts';
import { simSpecs } from './instruments.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { HttpAnswer, HttpAsk } from './sim-gateway.ts';

type Fields = Readonly<Record<string, string | number>>;
/** Sends HTTP calls; null while no process listens. */
export type ReachHttp = () => ((ask: HttpAsk) => Promise<HttpAnswer>) | null;

interface Surround {
  readonly feed: FakeFeed;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly reach: ReachHttp;
  readonly audit: AnswersAudit;
  readonly check: (look: () => void) => void;
  readonly note: (line: string) => void;
}

const patienceMs = 3_000;
const keptMax = 30;

/** A trader's app: it calls over HTTP under its own ids, loses answers at times, asks again, and looks up outcomes. */
export class GatewayClient {
  readonly #accountId: number;
  readonly #around: Surround;
  readonly #orders = new Map<number, InstrumentSpec>();
  readonly #sent: { sent: SentCall; call: string; fields: Fields }[] = [];
  isStopped = false;

  constructor(accountId: number, around: Surround) {
    this.#accountId = accountId;
    this.#around = around;
    around.scheduler.after(around.random.between(300, 1_500), () => this.#want());
  }

  #want(): void {
    if (this.isStopped) return;
    const { random, scheduler, feed } = this.#around;
    const draw = random.unit();
    if (draw < 0.25 && this.#sent.length > 0) this.#askAfter();
    else if (draw < 0.4 && this.#sent.length > 0) this.#repeat();
    else this.#invent();
    const waitMs = random.between(20, 1_500);
    scheduler.after(feed.stretch(waitMs, 1), () => this.#want());
  }

  #invent(): void {
    const { random } = this.#around;
    const { call, fields } = this.#call();
    const clientId = random.hex(32);
    const body = JSON.stringify([call, fields]);
    const sent = { accountId: this.#accountId, clientId, body, lang: random.pick(['en', 'hk', 'ja']) };
    this.#sent.push({ sent, call, fields });
    if (this.#sent.length > keptMax) this.#sent.shift();
    this.#send({ sent, call, fields }, 0);
    if (random.chance(0.15)) this.#send({ sent, call, fields }, 9);
  }

  /** Repeats the same press, or by mistake sends another body under its id. */
  #repeat(): void {
    const { random } = this.#around;
    const one = random.pick(this.#sent);
    if (random.chance(0.8)) {
      this.#send(one, 9);
      return;
    }
    const other = this.#call();
    const body = JSON.stringify([other.call, other.fields]);
    this.#send({ ...other, sent: { ...one.sent, body } }, 9);
  }

  #send(one: { sent: SentCall; call: string; fields: Fields }, attempt: number): void {
    if (this.isStopped) return;
    const { random, scheduler, reach, audit, check, note } = this.#around;
    const again = (delayMs: number) => {
      if (attempt < 4) scheduler.after(delayMs, () => this.#send(one, attempt + 1));
    };
    const ask = reach();
    if (ask === null) {
      again(random.between(100, 1_000));
      return;
    }
    const { accountId, clientId, lang } = one.sent;
    const isLost = random.chance(0.15);
    let isHeard = false;
    const fields = { ...one.fields, client_id: clientId };
    void ask({ method: random.chance(0.9) ? 'POST' : 'GET', path: one.call, fields, accountId, lang }).then(
      (answer) => {
        note(`gateway answers ${accountId} ${clientId} ${answer.status} ${answer.text.slice(0, 60)}`);
        check(() => audit.answered(one.sent, answer));
        if (isLost) return;
        isHeard = true;
        if (answer.status >= 500) again(random.between(50, 500));
        else this.#hear(answer.text);
      },
    );
    scheduler.after(patienceMs, () => {
      if (!isHeard) again(0);
    });
  }

  #askAfter(): void {
    const { random, reach, audit, check, note } = this.#around;
    const ask = reach();
    const { sent } = random.pick(this.#sent);
    if (ask === null) return;
    const { accountId, clientId, lang } = sent;
    const wasDecided = audit.isDecided(accountId, clientId);
    const fields = { client_id: clientId };
    void ask({ method: 'GET', path: '/v1/api/forex/command', fields, accountId, lang }).then((answer) => {
      note(`gateway reports to ${accountId} on ${clientId}: ${answer.status} ${answer.text.slice(0, 60)}`);
      check(() => audit.toldOf(sent, wasDecided, answer));
    });
  }

  #hear(text: string): void {
    const { code, data } = JSON.parse(text) as {
      code: number;
      data: { Id: number; ForexId: number; Status: number } | null;
    };
    if (code !== 1 || data === null) return;
    const spec = simSpecs.find(({ id }) => id === data.ForexId);
    if (spec !== undefined && data.Status <= 1) this.#orders.set(data.Id, spec);
    if (this.#orders.size > 10) this.#orders.delete([...this.#orders.keys()][0] ?? 0);
  }

  #call(): { call: string; fields: Fields } {
    const { random } = this.#around;
    const draw = random.unit();
    if (draw < 0.5 || this.#orders.size === 0) return { call: '/v1/api/forex/submit', fields: this.#order() };
    if (draw > 0.98) return { call: '/v1/api/main/user/resetForexDemoAccount', fields: {} };
    const [id, spec] = random.pick([...this.#orders]);
    if (draw < 0.7) {
      const part = random.chance(0.5) ? {} : { cont: lots(spec, random.between(1, 3)) };
      return { call: '/v1/api/forex/close', fields: { id, ...part } };
    }
    if (draw < 0.8) return { call: '/v1/api/forex/cancel_trade', fields: { id } };
    const fields = { id, stop_loss_price: this.#price(spec), target_profit_price: this.#price(spec) };
    return { call: '/v1/api/forex/set_stop_price', fields };
  }

  #order(): Fields {
    const { random } = this.#around;
    const spec = random.pick(simSpecs.slice(0, 5));
    const isPending = random.chance(0.4);
    return {
      type: random.between(1, 2),
      cont: lots(spec, random.between(2, 5)),
      forex_id: spec.id,
      status: isPending ? 0 : 1,
      multiple: random.pick(spec.leverages),
      ...(isPending ? { target_price: this.#price(spec) } : {}),
      stop_loss_price: random.chance(0.5) ? '0' : this.#price(spec),
    };
  }

  #price(spec: InstrumentSpec): string {
    const { random, feed } = this.#around;
    const away = 1 + (random.unit() - 0.5) * 0.008;
    return formatDecimal(BigInt(Math.max(1, Math.round(feed.mid(spec.id) * away))), spec.digits);
  }
}

function lots(spec: InstrumentSpec, steps: number): string {
  return formatDecimal(BigInt(spec.lotStepE8) * BigInt(steps), 8);
}
