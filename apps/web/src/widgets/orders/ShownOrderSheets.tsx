import { useInstruments } from '../../data/queries.ts';
import { showOrder, useShownOrder } from '../../data/shown-order.ts';
import { OrderSheets } from './OrderSheets.tsx';

/** Sheets of the order that a toast has named, and cards of acts. */
export function ShownOrderSheets() {
  const open = useShownOrder((shown) => shown.open);
  const all = useInstruments().data ?? [];
  if (open === null) return null;
  return (
    <OrderSheets
      key={`${open.order.id} ${open.act === undefined ? 'order' : 'act'}`}
      open={open}
      facts={all.find(({ id }) => id === open.order.instrumentId)}
      // A dialog that ends after its act must not close the card of that act.
      onChange={(next) => {
        if (next !== null || useShownOrder.getState().open === open) showOrder(next);
      }}
    />
  );
}
