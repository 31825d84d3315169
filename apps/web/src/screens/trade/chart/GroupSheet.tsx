import type { InstrumentFacts } from '../../../data/instruments.ts';
import type { Order } from '../../../data/order.ts';
import { showActs, showOrder } from '../../../data/shown-order.ts';
import { Sheet } from '../../../ui/Sheet.tsx';
import { OrderRow } from '../../../widgets/orders/OrderRow.tsx';

export interface GroupSheetProps {
  readonly orders: readonly Order[];
  readonly facts: InstrumentFacts;
  readonly onClose: () => void;
}

/** Orders that share a tag on the chart; one of them is opened from here. */
export function GroupSheet({ orders, facts, onClose }: GroupSheetProps) {
  return (
    <Sheet title={facts.spec.showCode} label={facts.spec.showCode} onClose={onClose}>
      {(close) =>
        orders.map((order) => (
          <OrderRow
            key={order.id}
            order={order}
            facts={facts}
            onOpen={(chosen) => {
              close();
              if (chosen.view === 'detail') showActs(chosen.order);
              else showOrder(chosen);
            }}
          />
        ))
      }
    </Sheet>
  );
}
