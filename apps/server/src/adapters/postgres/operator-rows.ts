import type { TenantId } from '@candor/domain/values/ids';
import type { Selectable } from 'kysely';
import type { KnownOperator, OperatorRecord } from '../../ports/operators.ts';
import type { OperatorTable } from './document-schema.ts';

export function toOperator(row: Selectable<OperatorTable>): OperatorRecord {
  return {
    companyId: row.company_id as TenantId,
    id: row.id,
    email: row.email,
    role: row.role,
    isDisabled: row.is_disabled,
    hasTotp: row.totp_confirmed_at_ms !== null,
    mustChangePassword: row.must_change_password,
    createdAtMs: Number(row.created_at_ms),
  };
}

/** The same with what he proves himself by. */
export function toKnownOperator(row: Selectable<OperatorTable>): KnownOperator {
  const isConfirmed = row.totp_confirmed_at_ms !== null;
  return {
    operator: toOperator(row),
    passwordHash: row.password_hash,
    totp: row.totp_sealed === null ? null : { sealed: row.totp_sealed, isConfirmed },
  };
}
