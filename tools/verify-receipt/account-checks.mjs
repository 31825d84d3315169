// Checks of what a receipt says about other receipts of its account, where those are given: the positions that a stop-out
// lists with their openings, and the parts that took a share of the swap along.
import { compare, decimal, plus } from './fraction.mjs';

/** With `isWhole` every opening must be among them. */
export function accountChecks(receipts, isWhole) {
  const byId = new Map(receipts.map((receipt) => [keyOf(receipt, receipt.id), receipt]));
  return receipts.flatMap((receipt) => {
    const other = (id) => byId.get(keyOf(receipt, id));
    return [...heldChecks(receipt, other, isWhole), ...partChecks(receipt, other), ...sizeChecks(receipt, other)];
  });
}

function keyOf({ company, realm, account }, id) {
  return `${company} ${realm} ${account} ${id}`;
}

function heldChecks({ id, reason }, other, isWhole) {
  if (reason?.kind !== 'stop-out' || !Array.isArray(reason.positions)) return [];
  return reason.positions.flatMap((position) => {
    const opening = other(`${position.order}-open`);
    if (opening === undefined)
      return isWhole ? [{ ok: false, text: `${id} lists order ${position.order}, whose opening is missing.` }] : [];
    const isSame =
      position.instrument === opening.instrument &&
      position.side === opening.side &&
      position.openPrice === opening.price &&
      position.unitsPerLot === opening.contract.unitsPerLot;
    // What is left of an order has the rest of its margin.
    const size = compare(decimal(position.lots), decimal(opening.lots));
    const rest = compare(decimal(position.margin), decimal(opening.margin));
    const ok =
      isSame &&
      isSwapOf(position, other(`${position.order}-close`)) &&
      (size === 0 ? rest === 0 : size < 0 && rest < 0);
    return [
      { ok, text: `${id} lists order ${position.order} as it was opened, with its margin of ${position.margin}.` },
    ];
  });
}

/** True unless the swap is at no step of those that a later close lists. */
function isSwapOf({ swap }, closing) {
  if (closing?.swaps?.whole !== true) return true;
  return ['0.000000', ...closing.swaps.steps.map(({ total }) => total)].includes(swap);
}

/** An order's size at its opening is that before this close and of all parts that were closed before. */
function sizeChecks({ id, opening, swaps }, other) {
  const opened = other(opening);
  if (opened?.rules === undefined || swaps?.whole !== true) return [];
  const parts = swaps.steps.flatMap((step) => (step.kind === 'part' ? [decimal(step.lots)] : []));
  const size = parts.reduce(plus, decimal(swaps.lots));
  return [
    {
      ok: compare(size, decimal(opened.lots)) === 0,
      text: `${id} and the parts before it are the ${opened.lots} lots of ${opened.id}.`,
    },
  ];
}

function partChecks({ id, opening, swaps }, other) {
  return (swaps?.steps ?? []).flatMap((step) => {
    const part = step.kind === 'part' ? other(step.receipt) : undefined;
    if (part === undefined) return [];
    const ok = part.opening === opening && part.lots === step.lots && part.swap === step.amount;
    return [{ ok, text: `${id} lists ${part.id} with its lots and its swap of ${part.swap}.` }];
  });
}
