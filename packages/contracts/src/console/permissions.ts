export type OperatorRole = 'support' | 'cashier' | 'dealer' | 'compliance' | 'admin';

/**
 * Permissions of operators by role (R-OPS-02). One table for the server, which enforces it, and the console, which
 * shows only what is permitted. There is no permission to change a price, a fill or a balance.
 */
export const permissions = {
  'dashboard.read': ['support', 'cashier', 'dealer', 'compliance', 'admin'],
  'verification.read': ['compliance', 'admin'],
  'verification.decide': ['compliance', 'admin'],
  'funds.read': ['support', 'cashier', 'compliance', 'admin'],
  'funds.decide': ['cashier', 'admin'],
  'correction.propose': ['cashier', 'admin'],
  'correction.decide': ['compliance', 'admin'],
  'payway.read': ['cashier', 'compliance', 'admin'],
  'payway.write': ['admin'],
  'user.read': ['support', 'cashier', 'compliance', 'admin'],
  'user.disable': ['support', 'compliance', 'admin'],
  'user.limit': ['compliance', 'admin'],
  'user.rate': ['compliance', 'admin'],
  'user.note': ['support', 'cashier', 'compliance', 'admin'],
  'account.read': ['support', 'cashier', 'dealer', 'compliance', 'admin'],
  'instrument.read': ['support', 'dealer', 'compliance', 'admin'],
  'instrument.write': ['dealer', 'admin'],
  'halt.write': ['dealer', 'admin'],
  'clock.confirm': ['admin'],
  'exposure.read': ['dealer', 'compliance', 'admin'],
  'company.read': ['support', 'cashier', 'dealer', 'compliance', 'admin'],
  'company.write': ['admin'],
  'content.read': ['support', 'cashier', 'dealer', 'compliance', 'admin'],
  'content.write': ['support', 'admin'],
  'ranking.write': ['compliance', 'admin'],
  'approval.read': ['dealer', 'compliance', 'admin'],
  'approval.decide': ['compliance', 'admin'],
  'audit.read': ['compliance', 'admin'],
  'operator.manage': ['admin'],
  'installation.manage': ['admin'],
} as const satisfies Record<string, readonly OperatorRole[]>;

export type Permission = keyof typeof permissions;

/** Granted only at the default company: everything that concerns all companies (R-COM-10). */
const ofInstallation: ReadonlySet<Permission> = new Set(['clock.confirm', 'installation.manage']);

/** Caller, as far as the table of permissions needs it. */
export interface Standing {
  readonly role: OperatorRole;
  /** True for an operator of the default company, and so of the installation. */
  readonly is_installation: boolean;
}

export function isPermitted({ role, is_installation }: Standing, permission: Permission): boolean {
  if (!is_installation && ofInstallation.has(permission)) return false;
  return (permissions[permission] as readonly OperatorRole[]).includes(role);
}

/** True if `role` may do something that `other` may not. */
export function canMoreThan(role: OperatorRole, other: OperatorRole): boolean {
  const lists: readonly (readonly OperatorRole[])[] = Object.values(permissions);
  return lists.some((roles) => roles.includes(role) && !roles.includes(other));
}
