import { accountCalls } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import { useParams } from 'react-router';
import type * as z from 'zod/mini';
import { useCall } from '../../api/use-call.ts';
import { formatWord } from '../../format/words.ts';
import { DetailPage } from '../../parts/DetailPage.tsx';
import { type Fact, Facts } from '../../parts/Facts.tsx';
import { Amount, Moment, Price } from '../../parts/Figures.tsx';
import { Section } from '../../parts/Section.tsx';
import { StatusChip } from '../../parts/StatusChip.tsx';
import { AccountLink, UserLink } from '../../parts/UserLink.tsx';
import { ReceiptCard } from './ReceiptCard.tsx';

type Order = z.output<typeof accountCalls.order.answer>;

/** Page of one order and its signed receipts, read-only. */
export default function OrderPage() {
  const id = useParams()['id'] ?? '';
  const loaded = useCall(accountCalls.order, { params: { id } });
  return (
    <DetailPage
      title={`${text.accounts.order} ${id}`}
      back={{ to: '/orders', label: text.menu.orders }}
      loaded={loaded}
    >
      {(order) => (
        <>
          <Section>
            <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, columnGap: 4 }}>
              <Facts facts={dealFacts(order)} />
              <Facts facts={moneyFacts(order)} />
            </Box>
          </Section>
          <Section title={text.orders.receipts} lead={text.orders.receiptLead}>
            {order.receipts.length === 0 && text.orders.noReceipts}
            {order.receipts.map((receipt) => (
              <ReceiptCard key={receipt.id} receipt={receipt} />
            ))}
          </Section>
        </>
      )}
    </DetailPage>
  );
}

function dealFacts(order: Order): Fact[] {
  return [
    {
      label: text.orders.symbol,
      value: `${text.orders[order.side]} ${order.symbol}`,
      isLead: true,
    },
    { label: text.common.status, value: <StatusChip status={order.status} /> },
    { label: text.orders.kind, value: formatWord(order.kind) },
    { label: text.orders.lots, value: <Price value={order.lots} /> },
    { label: text.orders.leverage, value: `${order.leverage}×` },
    { label: text.orders.open, value: <Price value={order.open_price} /> },
    { label: text.orders.close, value: <Price value={order.close_price} /> },
    { label: text.orders.stopLoss, value: <Price value={order.stop_loss} /> },
    { label: text.orders.takeProfit, value: <Price value={order.take_profit} /> },
  ];
}

function moneyFacts(order: Order): Fact[] {
  return [
    { label: text.orders.net, value: <Amount value={order.net} />, isLead: true },
    { label: text.orders.profit, value: <Amount value={order.profit} /> },
    { label: text.orders.margin, value: <Amount value={order.margin} /> },
    { label: text.orders.fee, value: <Amount value={order.fee} /> },
    { label: text.orders.swap, value: <Amount value={order.swap} /> },
    { label: text.common.user, value: <UserLink uid={order.uid} /> },
    { label: text.common.account, value: <AccountLink id={order.account_id} /> },
    { label: text.orders.placed, value: <Moment ms={order.placed_at} /> },
    { label: text.orders.opened, value: <Moment ms={order.opened_at} /> },
    { label: text.orders.closed, value: <Moment ms={order.closed_at} /> },
    ...(order.close_reason === null ? [] : [{ label: text.orders.closeReason, value: formatWord(order.close_reason) }]),
  ];
}
