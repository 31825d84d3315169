import type { ApprovalKind, ApprovalRecord, SecondPersons } from '../../ports/approvals.ts';
import { coolingOffMs, type OperatorRecord, type OperatorRole } from '../../ports/operators.ts';

/** Roles that decide each kind of change; operators are a matter of admins. */
const deciders: Record<ApprovalKind, readonly OperatorRole[]> = {
  operator: ['admin'],
  settings: ['compliance', 'admin'],
  terms: ['compliance', 'admin'],
  'pay-way': ['compliance', 'admin'],
  'funds-settings': ['compliance', 'admin'],
};

interface Standing {
  readonly role: OperatorRole;
  readonly isDisabled: boolean;
}

/** True if the operator decides some kind of change before and not afterwards. */
export function losesDecision(before: Standing, after: Standing): boolean {
  const can = ({ role, isDisabled }: Standing, roles: readonly OperatorRole[]) => !isDisabled && roles.includes(role);
  return Object.values(deciders).some((roles) => can(before, roles) && !can(after, roles));
}

export function rolesThatDecide(kind: ApprovalKind): readonly OperatorRole[] {
  return deciders[kind];
}

/** Why an operator may not approve a request now. */
export type Hindrance = 'author' | 'again' | 'role' | 'new-operator' | 'too-early';

export interface Circumstances {
  readonly operator: Pick<OperatorRecord, 'id' | 'role' | 'rightsSinceMs'>;
  readonly request: Pick<ApprovalRecord, 'kind' | 'authorId' | 'atMs'>;
  readonly second: SecondPersons;
  readonly isTrial: boolean;
  readonly nowMs: number;
}

/** Cooling-off of a company: none in a trial company, nor before the first trader is registered. */
export function coolingOffOf({ second, isTrial }: Pick<Circumstances, 'second' | 'isTrial'>): number {
  return isTrial || !second.hasTraders ? 0 : coolingOffMs;
}

/** Returns when the cooling-off after the last other operator's leaving ended; 0 without one. */
export function aloneSinceMs({ lastLeftMs }: SecondPersons): number {
  return lastLeftMs === null ? 0 : lastLeftMs + coolingOffMs;
}

/**
 * Returns the time from which the author may approve alone, because nobody else could (R-OPS-97); null while somebody
 * could, and at all times if the request was made while somebody could or less than the cooling-off after the last one left:
 * disabling the others and waiting is no way to be alone.
 */
export function aloneFromMs({ request, second, isTrial }: Omit<Circumstances, 'operator' | 'nowMs'>): number | null {
  if (second.count > 0 || request.atMs < aloneSinceMs(second)) return null;
  return request.atMs + coolingOffOf({ second, isTrial });
}

/**
 * Returns why the operator may not approve the request now; null if they may (R-OPS-95, R-OPS-96): never the author while
 * there is a second person, never an operator whose rights are younger than the cooling-off, no matter which colleague
 * gave them.
 */
export function hindranceOf(circumstances: Circumstances): Hindrance | null {
  const { operator, request, nowMs } = circumstances;
  if (!deciders[request.kind].includes(operator.role)) return operator.id === request.authorId ? 'author' : 'role';
  if (operator.id === request.authorId) {
    const fromMs = aloneFromMs(circumstances);
    if (fromMs === null) return circumstances.second.count > 0 ? 'author' : 'again';
    return nowMs < fromMs ? 'too-early' : null;
  }
  return nowMs < operator.rightsSinceMs + coolingOffOf(circumstances) ? 'new-operator' : null;
}
