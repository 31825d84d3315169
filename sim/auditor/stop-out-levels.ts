import {
  type Account,
  event,
  type Happening,
  type KeptLevel,
  type Level,
  type LevelRule,
  openOrders,
  type Rules,
} from './facts.ts';

// Stop-out levels by company, computed the plain way (R-ORD-41).

const dayMs = 86_400_000;
const keptMax = 8;

/** Applies a company's level and returns the rule that the journal gets; null if nothing changes. */
export function takeLevel(levels: Map<number, Level>, rule: LevelRule, atMs: number): LevelRule | null {
  const { tenantId, policy } = rule;
  const known = levels.get(tenantId);
  const kept = keptAfter(known, policy.stopOutPercent, atMs);
  if (known?.percent === policy.stopOutPercent && known.kept.length === kept.length) return null;
  levels.set(tenantId, { percent: policy.stopOutPercent, kept });
  return { rule: 'policy', tenantId, policy, ...(kept.length > 0 ? { notices: kept } : {}) };
}

/** Applies a level as the journal has it. */
export function takeStoredLevel(levels: Map<number, Level>, { tenantId, policy, notices = [] }: LevelRule): void {
  levels.set(tenantId, { percent: policy.stopOutPercent, kept: notices });
}

function keptAfter(known: Level | undefined, percent: number, atMs: number): readonly KeptLevel[] {
  if (known === undefined) return [];
  const running = known.kept.filter(({ untilMs }) => atMs < untilMs);
  const rise = { stopOutPercent: known.percent, openedByMs: atMs, untilMs: atMs + dayMs };
  const all = known.percent < percent ? [...running, rise] : running;
  const lower = all.filter(({ stopOutPercent }) => stopOutPercent < percent);
  const [first, second, ...others] = lower;
  if (lower.length <= keptMax || first === undefined || second === undefined) return lower;
  const least = Math.min(first.stopOutPercent, second.stopOutPercent);
  return [{ stopOutPercent: least, openedByMs: second.openedByMs, untilMs: second.untilMs }, ...others];
}

/** Stop-out level of an account in percent, and the event that gives or ends its notice; null if it has the right one. */
export function levelOf(
  { levels, rules }: { readonly levels: ReadonlyMap<number, Level>; readonly rules: Pick<Rules, 'stopOutPercent'> },
  account: Account,
  atMs: number,
): { readonly percent: number; readonly due: Happening | null } {
  const { id, noticed } = account;
  const level = levels.get(account.tenantId);
  const ofCompany = level?.percent ?? Number(rules.stopOutPercent);
  const opened = openOrders(account).map(({ openedAtMs }) => openedAtMs ?? 0);
  const kept = (level?.kept ?? []).filter(({ openedByMs }) => opened.some((openedMs) => openedMs <= openedByMs));
  if (kept.length === 0) {
    const due = noticed && event('StopOutNoticeEnded', atMs, id, { stopOutPercent: ofCompany });
    return { percent: ofCompany, due };
  }
  const percent = Math.min(...kept.map(({ stopOutPercent }) => stopOutPercent));
  const notice = { stopOutPercent: ofCompany, untilMs: Math.max(...kept.map(({ untilMs }) => untilMs)) };
  const isGiven = noticed?.stopOutPercent === ofCompany && noticed.untilMs === notice.untilMs;
  return { percent, due: isGiven ? null : event('StopOutNoticed', atMs, id, { notice, stopOutPercent: percent }) };
}
