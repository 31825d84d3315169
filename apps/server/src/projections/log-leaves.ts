import { createHash } from 'node:crypto';
import type { EngineEvent } from '@candor/domain/engine/event';
import type { CorrectionPosted } from '@candor/domain/engine/funds/funds-request';
import type { RuleEvent } from '@candor/domain/engine/rules/trading-rules';
import { closeReceiptId, openReceiptId } from '@candor/domain/receipt/receipt';
import { fillOfEvent } from '@candor/domain/receipt/to-receipt';
import type { CompanyId } from '@candor/domain/values/ids';
import { encodeHiddenLeaf, encodePublicLeaf } from '@candor/transparency-log/leaf';
import { type BuildText, buildPlaceName } from '../ports/served-build.ts';
import type { DecidedEntry } from '../ports/trading-port.ts';
import type { ReceiptText, TotalText } from '../ports/transparency-log.ts';

/** A leaf of one company's log; null for that of every company. */
export interface CompanyLeaf {
  readonly companyId: CompanyId | null;
  readonly entry: Uint8Array;
  /** Name and salt of a leaf that is looked up; null for one that is not. */
  readonly place: { readonly name: string; readonly salt: Uint8Array } | null;
}

/** Ids of the receipts that a run of journal entries made. */
export function receiptIdsIn(entries: readonly DecidedEntry[]): string[] {
  return entries.flatMap(({ decision }) => (decision.kind === 'done' ? decision.events.flatMap(receiptIdOf) : []));
}

function receiptIdOf(event: EngineEvent): string[] {
  const fill = fillOfEvent(event);
  if (fill === null) return [];
  return [fill.kind === 'opening' ? openReceiptId(fill.order) : closeReceiptId(fill.order)];
}

/**
 * Leaves of a run of journal entries, in its order: each receipt and posted correction hidden by a salt, each policy, term
 * and halt as it is. Limits of single accounts are left out. A receipt without a stored text is that of an ended demo or
 * older than receipts (R-LOG-05). `saltOf` returns the same salt for a name every time.
 */
export function leavesOf(
  entries: readonly DecidedEntry[],
  receipts: ReadonlyMap<string, ReceiptText>,
  saltOf: (name: string) => Uint8Array,
): CompanyLeaf[] {
  const hide = (kind: 'receipt' | 'correction', companyId: CompanyId, name: string, text: string): CompanyLeaf => {
    const salt = saltOf(name);
    return { companyId, entry: encodeHiddenLeaf(kind, salt, text), place: { name, salt } };
  };
  return entries.flatMap(({ decision }): CompanyLeaf[] => {
    if (decision.kind === 'rules-changed') return decision.rules.flatMap(ruleLeaf);
    if (decision.kind !== 'done') return [];
    return decision.events.flatMap((event): CompanyLeaf[] => {
      if (event.type === 'CorrectionPosted') {
        const { companyId, text } = correctionText(event);
        return [hide('correction', companyId, `correction-${event.funds.id}`, text)];
      }
      return receiptIdOf(event).flatMap((id) => {
        const receipt = receipts.get(id);
        return receipt === undefined ? [] : [hide('receipt', receipt.companyId, id, receipt.text)];
      });
    });
  });
}

/** Leaf of a total owed to clients: public, and looked up by its name. */
export function totalLeaf({ name, companyId, text }: TotalText): CompanyLeaf {
  const salt = new Uint8Array(32);
  return { companyId, entry: encodePublicLeaf('liabilities', text), place: { name, salt } };
}

/** Leaf of a build in one company's log: public, and looked up by its name. */
export function buildLeaf(companyId: CompanyId, { filesHash, text }: BuildText): CompanyLeaf {
  const place = { name: buildPlaceName(companyId, filesHash), salt: new Uint8Array(32) };
  return { companyId, entry: encodePublicLeaf('build', text), place };
}

/** Leaf of the list of receipt keys in one company's log: public, and looked up by the hash of its text (R-LOG-35). */
export function keysLeaf(companyId: CompanyId, text: string): CompanyLeaf {
  const place = { name: keysPlaceName(companyId, text), salt: new Uint8Array(32) };
  return { companyId, entry: encodePublicLeaf('keys', text), place };
}

/** Name under which a company's log has a list of keys. */
export function keysPlaceName(companyId: CompanyId, text: string): string {
  return `keys-${companyId}-${createHash('sha256').update(text).digest('hex')}`;
}

/**
 * States in every log that the quotes from the ones before this leaf to the next ones are missing: another tick log has
 * begun, or the ticks were removed before they were logged (R-LOG-26).
 */
export function missingQuotesLeaf(atMs: number): CompanyLeaf {
  const text = JSON.stringify({ rule: 'quotes-missing', atMs });
  return { companyId: null, entry: encodePublicLeaf('rule', text), place: null };
}

/** Text of a rule: its facts without the company, amounts as decimal texts, in the order of the journal. */
function ruleLeaf(event: RuleEvent): CompanyLeaf[] {
  if (event.rule === 'limits') return [];
  const { type: _, ...facts } = event;
  const text = JSON.stringify(facts, (key, value: unknown) => {
    if (key === 'tenantId' || key === 'tenantIds') return undefined;
    return typeof value === 'bigint' ? value.toString() : value;
  });
  const entry = encodePublicLeaf('rule', text);
  return companiesOf(event).map((companyId) => ({ companyId, entry, place: null }));
}

/** Companies in whose logs a rule is; null for all. */
function companiesOf(event: Exclude<RuleEvent, { readonly rule: 'limits' }>): readonly (CompanyId | null)[] {
  if (event.rule === 'catalogue') return event.tenantIds;
  return [event.rule === 'halt' ? event.halt.tenantId : event.tenantId];
}

/** Text of a correction, which names neither its reason nor the operators. */
function correctionText({ atMs, funds, transfers }: CorrectionPosted): { companyId: CompanyId; text: string } {
  // Each ledger account begins with its company's number.
  const companyId = Number(transfers[0]?.from.split('/')[0]) as CompanyId;
  const { id, accountId: account, amount } = funds;
  const fields = { version: 'candor-correction-1', id, account, amount: amount.toString(), time: atMs };
  return { companyId, text: JSON.stringify(fields) };
}
