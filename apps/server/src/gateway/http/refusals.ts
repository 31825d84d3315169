import type { FastifyError } from 'fastify';
import { SessionEndedError } from '../../ports/identity.ts';
import { UnavailableError } from '../../ports/journal.ts';
import { HasherBusyError } from '../../ports/secrets.ts';
import { WorkBusyError, WorkEndedError } from '../../ports/work.ts';
import { EngineRefusal, type FundsReason, FundsRefusal } from '../../services/funds/refusals.ts';
import { type IdentityReason, IdentityRefusal } from '../../services/identity/refusal.ts';
import { RefusalError } from './envelope.ts';
import { toRefusalError } from './to-command.ts';

/** HTTP status of the refusals of services that concern the transport too (R-WIRE-02). */
const identityStatus: Partial<Record<IdentityReason, number>> = { tooManyRequests: 429, unavailable: 503 };
const fundsStatus: Partial<Record<FundsReason, number>> = { idempotencyConflict: 422, busy: 503, unavailable: 503 };

/** Words of the wire for the data of the services' refusals; a word that is missing here is the same in both. */
const wireWords: Readonly<Record<string, string>> = {
  autoCreditMax: 'auto_credit_max',
  bankName: 'bank_name',
  bankSwift: 'bank_swift',
  coinAddress: 'dc_address',
  credited: 'usd_number',
  depositSecondFrom: 'deposit_second_from',
  drawRate: 'draw_rate',
  methodHoldHours: 'method_hold_hours',
  oldPassword: 'old_password',
  payeeAccount: 'payee_account',
  payeeName: 'payee_name',
  proofCode: 'auth_code',
  received: 'real_number',
  recoveryCode: 'recovery_code',
  requestedAmount: 'number',
  usdPrice: 'usd_price',
  waitMs: 'wait_ms',
  withdrawalSecondFrom: 'withdrawal_second_from',
};

/** Translates a refusal's data: its keys, the field that it names, and the fields of a step-up. */
function toWireData(data: object | null): Record<string, unknown> | null {
  if (data === null) return null;
  const translated = Object.entries(data).map(([key, value]: [string, unknown]) => {
    if (key === 'field') return [key, toWireWord(value as string)];
    if (key !== 'fields') return [toWireWord(key), value];
    return [
      key,
      Object.fromEntries(Object.entries(value as Record<string, string>).map(([of, field]) => [of, toWireWord(field)])),
    ];
  });
  return Object.fromEntries(translated) as Record<string, unknown>;
}

function toWireWord(word: string): string {
  return wireWords[word] ?? word;
}

/** Returns the refusal that answers an error; an error without a name of its own is `internal`, without details. */
export function toRefusal(error: FastifyError | Error): RefusalError {
  if (error instanceof RefusalError) return error;
  if (error instanceof IdentityRefusal)
    return new RefusalError(error.reason, {
      data: toWireData(error.data),
      httpStatus: identityStatus[error.reason] ?? 200,
    });
  if (error instanceof SessionEndedError) return new RefusalError('sessionExpired');
  if (error instanceof FundsRefusal)
    return new RefusalError(error.reason, {
      data: toWireData(error.data),
      httpStatus: fundsStatus[error.reason] ?? 200,
    });
  if (error instanceof EngineRefusal) return toRefusalError(error.refusal);
  if (error instanceof WorkBusyError || error instanceof WorkEndedError)
    return new RefusalError('busy', { httpStatus: 503 });
  if (error instanceof UnavailableError) return new RefusalError('unavailable', { httpStatus: 503 });
  if (error instanceof HasherBusyError) return new RefusalError('busy', { httpStatus: 503 });
  const { statusCode } = error as Partial<FastifyError>;
  if (statusCode === 413) return new RefusalError('bodyTooLarge', { httpStatus: 413 });
  if (statusCode === 415) return new RefusalError('unsupportedType', { httpStatus: 415 });
  if (statusCode === 400) return new RefusalError('invalidField', { data: { field: 'body' }, httpStatus: 400 });
  return new RefusalError('internal', { httpStatus: 500 });
}
