import type { Call } from '@candor/contracts/http/call';
import type { Language } from '@candor/contracts/languages';
import { type SocketCallName, socketCalls } from '@candor/contracts/ws/messages';
import type { FastifyBaseLogger } from 'fastify';
import type { CompanyRecord } from '../../ports/company.ts';
import type { Companies } from '../../services/company/companies.ts';
import type { Tokens } from '../../services/identity/tokens.ts';
import { sessionOf } from '../http/authenticate.ts';
import { callRefusal, type Security } from '../http/build-gateway.ts';
import { companyAt, suspensionOf } from '../http/company-of.ts';
import { okText, RefusalError, refusalEnvelope } from '../http/envelope.ts';
import { FailureLog } from '../http/failure-log.ts';
import type { AskedOrder, OrderCalls } from '../http/order-calls.ts';
import { toRefusal } from '../http/refusals.ts';
import { answerCall } from '../http/register-call.ts';
import { readClientId } from '../http/state-change.ts';

export interface OrderDoorDeps {
  readonly security: Pick<Security, 'rateGate' | 'hosts' | 'checksAnswers'>;
  readonly companies: Pick<Companies, 'ofHost'>;
  readonly tokens: Tokens;
  readonly orders: OrderCalls;
  readonly log: FastifyBaseLogger;
}

/** A call of a socket, with all that an HTTP call carries in its headers. */
export interface SocketAsked {
  readonly call: SocketCallName;
  readonly fields: unknown;
  readonly address: string;
  readonly host: string;
  readonly language: Language;
  /** Token of the socket's login; empty without one. */
  readonly token: string;
}

/**
 * Calls about orders over sockets (R-SOC-15). Checks what an HTTP call is checked for, in its order and by the same
 * functions: limit of the address, host, company, session, limit of the account, fields. Then the same code decides.
 */
export class OrderDoor {
  readonly #deps: OrderDoorDeps;
  readonly #failures = new FailureLog();

  constructor(deps: OrderDoorDeps) {
    this.#deps = deps;
  }

  /** Resolves to the envelope that HTTP would answer, as JSON; never rejects. */
  async answer(asked: SocketAsked): Promise<string> {
    const call = socketCalls[asked.call];
    try {
      return okText(asked.language, await this.#decide(call, asked));
    } catch (error) {
      const refusal = toRefusal(error as Error);
      this.#failures.write(this.#deps.log, refusal, error as Error, call.path);
      return JSON.stringify(refusalEnvelope(asked.language, refusal));
    }
  }

  /** Throws or rejects with a refusal; waits for nothing that is in memory. */
  #decide(call: Call, asked: SocketAsked): unknown {
    const { security, companies } = this.#deps;
    const refusal = callRefusal(security, asked.address, asked.host, call.path);
    if (refusal !== undefined) throw refusal;
    const found = companyAt(companies, asked.host);
    if (found instanceof RefusalError) throw found;
    if (found instanceof Promise) return found.then((company) => this.#decideAt(company, call, asked));
    return this.#decideAt(found, call, asked);
  }

  #decideAt(company: CompanyRecord, call: Call, { call: name, fields, token }: SocketAsked): unknown {
    const { security, tokens, orders } = this.#deps;
    const suspension = suspensionOf(company, call.path);
    if (suspension !== undefined) throw suspension;
    const decide = orders[name] as (asked: AskedOrder<unknown>) => Promise<unknown>;
    return answerCall(call, security.checksAnswers, {
      fields,
      session: () => sessionOf(tokens, security.rateGate, token, company.id),
      decide: (input, { user }) =>
        decide({ user, input, clientId: readClientId((input as { client_id: string }).client_id) }),
    });
  }
}
