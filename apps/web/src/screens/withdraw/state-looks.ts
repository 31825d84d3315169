import type { WithdrawRow, WithdrawState } from '@candor/contracts/http/funds';
import type { IconName } from '../../ui/Icon.tsx';

interface StateLook {
  readonly badge: 'wait' | 'ok' | 'bad' | 'mute';
  readonly icon: IconName;
}

const looks: Readonly<Record<WithdrawState, StateLook>> = {
  requested: { badge: 'wait', icon: 'clock' },
  approved: { badge: 'wait', icon: 'clock' },
  paid: { badge: 'ok', icon: 'check' },
  rejected: { badge: 'bad', icon: 'close' },
  cancelled: { badge: 'mute', icon: 'close' },
};

export function lookOf(row: WithdrawRow): StateLook {
  return looks[row.state];
}

/** Still on its way out. */
export function isUnderWay(row: WithdrawRow): boolean {
  return row.state === 'requested' || row.state === 'approved';
}

export function targetOf(row: WithdrawRow): string {
  return row.type === 1 ? row.address : row.payee_account;
}
