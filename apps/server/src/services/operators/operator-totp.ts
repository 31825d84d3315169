import type { Clock } from '../../ports/clock.ts';
import type { TotpStep } from '../../ports/credentials.ts';
import type { OperatorRecord } from '../../ports/operators.ts';

type OperatorKey = Pick<OperatorRecord, 'companyId' | 'id'>;

/** The time step that a code of an operator's secret belongs to; null when it is none of now's. */
export interface TotpReader {
  stepOf(operator: OperatorKey, sealed: Buffer, code: string, clock: Pick<Clock, 'nowMs' | 'wallMs'>): TotpStep | null;
}

/** Makes secrets for an authenticator app, sealed for their operator. */
export interface TotpMaker extends TotpReader {
  create(
    operator: OperatorRecord,
    issuer: string,
  ): { readonly secret: string; readonly uri: string; readonly sealed: Buffer };
}

/** Where an operator's secret is sealed for. */
export function operatorTotpPlace({ companyId, id }: OperatorKey): string {
  return `operator-totp/${companyId}/${id}`;
}
