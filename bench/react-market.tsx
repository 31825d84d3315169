import type { Instrument } from '@candor/contracts/http/market';
import type { DayMarketLine, KlineLine } from '@candor/contracts/ws/messages';
import { init, type KLineData } from 'klinecharts';
import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

// The obvious way to show a market with React, which the app is compared with (`market-page.ts`): prices in the state of
// the page, set once for each message, and a list whose rows render again. With `?chart` also a chart.

interface Line extends DayMarketLine {
  readonly isUp: boolean;
}

type Lines = Readonly<Record<number, Line>>;

const query = new URL(location.href).searchParams;

function Market() {
  const [instruments, setInstruments] = useState<readonly Instrument[]>([]);
  const [lines, setLines] = useState<Lines>({});
  const [candle, setCandle] = useState<KlineLine['candle'] | null>(null);
  const first = instruments[0]?.Id;

  useEffect(() => {
    void fetch('/v1/api/forex/trade_list', { headers: { lang: 'en' } })
      .then((answer) => answer.json() as Promise<{ data: Instrument[] }>)
      .then(({ data }) => setInstruments(data));
  }, []);

  useEffect(() => {
    if (first === undefined) return undefined;
    const socket = new WebSocket(`ws://${location.host}/v1/ws?lang=en`);
    socket.onopen = () => {
      socket.send('{"type":"sub","params":{"topic":"DAY_MARKET"}}');
      if (query.has('chart'))
        socket.send(`{"type":"sub","params":{"topic":"KLINE","forex_id":${first},"period":"1min"}}`);
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as { type: string; params: unknown };
      if (message.type === 'KLINE') setCandle((message.params as KlineLine).candle);
      if (message.type === 'DAY_MARKET') setLines((before) => merge(before, message.params as DayMarketLine[]));
    };
    return () => socket.close();
  }, [first]);

  return (
    <main>
      {query.has('chart') && first !== undefined ? <CandleChart id={first} candle={candle} /> : null}
      {instruments.map((instrument) => (
        <Row key={instrument.Id} instrument={instrument} line={lines[instrument.Id]} />
      ))}
    </main>
  );
}

function merge(before: Lines, params: readonly DayMarketLine[]): Lines {
  const after: Record<number, Line> = { ...before };
  for (const line of params) after[line.Id] = { ...line, isUp: Number(line.Bid) >= Number(before[line.Id]?.Bid ?? 0) };
  return after;
}

function Row({ instrument, line }: { readonly instrument: Instrument; readonly line: Line | undefined }) {
  const change = Number(line?.Change ?? 0);
  return (
    <div className="row" data-testid="market-row">
      <div className="name">
        <div>{instrument.Name}</div>
        <small>{line === undefined ? '' : (Number(line.Ask) - Number(line.Bid)).toFixed(5)}</small>
      </div>
      <div className={line?.isUp === true ? 'price up' : 'price down'} data-price={line?.Bid ?? ''}>
        {line?.Bid ?? '–'}
      </div>
      <div className={line?.isUp === true ? 'price up' : 'price down'}>{line?.Ask ?? '–'}</div>
      <div className={change >= 0 ? 'up' : 'down'}>{change.toFixed(2)}%</div>
    </div>
  );
}

function toBar({ Time, Open, High, Low, Close }: KlineLine['candle']): KLineData {
  return { timestamp: Time, open: Number(Open), high: Number(High), low: Number(Low), close: Number(Close) };
}

function CandleChart({ id, candle }: { readonly id: number; readonly candle: KlineLine['candle'] | null }) {
  const host = useRef<HTMLDivElement>(null);
  const push = useRef<(bar: KLineData) => void>(() => undefined);

  useEffect(() => {
    const chart = host.current === null ? null : init(host.current);
    chart?.setSymbol({ ticker: String(id) });
    chart?.setPeriod({ type: 'minute', span: 1 });
    chart?.setDataLoader({
      getBars({ callback }) {
        void fetch(`/v1/api/forex/kline?forex_id=${id}&period=1min`, { headers: { lang: 'en' } })
          .then((answer) => answer.json() as Promise<{ data: KlineLine['candle'][] }>)
          .then(({ data }) => callback(data.map(toBar), false));
      },
      subscribeBar({ callback }) {
        push.current = callback;
      },
    });
  }, [id]);

  useEffect(() => {
    if (candle !== null) push.current(toBar(candle));
  }, [candle]);

  return <div ref={host} className="chart" data-testid="chart" />;
}

const root = document.querySelector('#root');
if (root !== null) createRoot(root).render(<Market />);
