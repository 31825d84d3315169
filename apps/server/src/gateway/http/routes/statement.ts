import { codes } from '@candor/contracts/codes';
import { signedStatementType, statementCalls } from '@candor/contracts/http/statement';
import type { Language } from '@candor/contracts/languages';
import { cashKey } from '@candor/domain/ledger/ledger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../../ports/clock.ts';
import type { ReceiptSigner } from '../../../ports/projection.ts';
import type { TradingPort } from '../../../ports/trading-port.ts';
import type { BackgroundWork } from '../../../ports/work.ts';
import type { Tokens } from '../../../services/identity/tokens.ts';
import { type AccountStatement, parsePeriod, type Statements } from '../../../services/statement/statements.ts';
import type { Receipts } from '../../../services/trade/history.ts';
import { siteOf } from '../../network-of.ts';
import { companyOf } from '../company-of.ts';
import { languageOf, RefusalError } from '../envelope.ts';
import { FileAnswer, registerCall, WrittenAnswer } from '../register-call.ts';
import { signalOf } from '../reply.ts';
import { signStatement } from '../statement/sign-statement.ts';
import { pdfLanguageOf, pdfRowsMax } from '../statement/statement-format.ts';
import type { StatementJob } from '../statement/statement-job.ts';
import { statementJson, toStatement } from '../statement/to-statement.ts';
import { textOf } from '../texts/text-of.ts';

export interface StatementRouteDeps {
  readonly statements: Statements;
  readonly core: Pick<TradingPort, 'findAccount'>;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly work: BackgroundWork;
  readonly signer: ReceiptSigner;
  readonly receipts: Pick<Receipts, 'keys'>;
}

/**
 * Registers the statement of the caller's account, as PDF, CSV, JSON or signed (R-STM-01, R-VER-08). It takes no account id, so it cannot
 * be that of another user.
 */
export function registerStatementRoutes(app: FastifyInstance, deps: StatementRouteDeps): void {
  registerCall(app, deps, statementCalls.statement, async ({ session: { user }, input, request, reply }) => {
    const account = await deps.core.findAccount(user.accountId);
    if (account === null) throw new RefusalError('sessionExpired');
    const { from, to, zone, format } = input;
    const nowMs = deps.clock.nowMs();
    const period = parsePeriod(from, to, zone, nowMs);
    if (period === null) throw new RefusalError('periodInvalid');
    const key = cashKey(account, account.id);
    const outcome = await deps.statements.of(user.companyId, account.id, key, period);
    const made = madeOf(request, outcome);
    const about = { company: companyOf(request).name, uid: user.uid, is_demo: account.realm === 'demo' };
    const head = { ...about, currency: account.currency, from, to, zone, made_at: nowMs };
    const asked = languageOf(request);
    const language = format === 'pdf' ? pdfLanguageOf(asked) : asked;
    if (format === 'pdf' && made.postings.length + made.orders.length > pdfRowsMax)
      throw new RefusalError('periodInvalid');
    const statement = await statementJson(await toStatement(head, made, language));
    if (format === 'json') return new WrittenAnswer(toAnswer(statement, asked));
    const caller = `${user.companyId}:${user.id}`;
    const job: StatementJob = { statement, format, language: format === 'pdf' ? asked : language };
    const file = await deps.work.run<Uint8Array>('statement', job, {
      network: siteOf(request.ip),
      caller,
      signal: signalOf(reply),
    });
    if (format === 'signed')
      return new FileAnswer(
        `statement-${from}-${to}.json`,
        signedStatementType,
        await signStatement(file, deps.signer, () => deps.receipts.keys()),
      );
    const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf';
    return new FileAnswer(`statement-${from}-${to}.${format}`, type, file);
  });
}

/** Wraps serialised data in an envelope. */
function toAnswer(data: Buffer, language: Language): Buffer {
  const head = `{"code":${codes.ok},"msg":${JSON.stringify(textOf(codes.ok, language))},"data":`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from('}')]);
}

function madeOf(request: FastifyRequest, outcome: Awaited<ReturnType<Statements['of']>>): AccountStatement {
  switch (outcome.kind) {
    case 'made':
      return outcome.statement;
    case 'too-long':
      throw new RefusalError('periodInvalid');
    case 'torn':
      request.log.error({ difference: outcome.difference }, 'a statement does not reconcile');
      throw new RefusalError('internal', { httpStatus: 500 });
  }
}
