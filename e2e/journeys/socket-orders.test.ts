import type { WebSocketRoute } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { callIn, socketPath } from '../page-models/phone-app.ts';
import { type PhoneJourney, withPhone } from '../page-models/phone-journey.ts';

let page: PhoneJourney['page'];
let app: PhoneJourney['app'];

withPhone((journey) => ({ page, app } = journey));

/** Both ends of the app's socket. */
interface Line {
  readonly page: WebSocketRoute;
  readonly server: WebSocketRoute;
}

interface Fault {
  /** Runs instead of sending a call to the server. */
  readonly onCall?: (line: Line, text: string) => void;
  /** Runs instead of sending an answer to the page. */
  readonly onAnswer?: (line: Line, text: string) => void;
}

/** Opens the ticket in an app whose socket has a fault for the first call; later calls and messages pass. */
async function openTicket({ onCall, onAnswer }: Fault): Promise<void> {
  let isFirstCall = true;
  let isFirstAnswer = true;
  await page.routeWebSocket(socketPath, (near) => {
    const line = { page: near, server: near.connectToServer() };
    near.onMessage((text) => {
      if (callIn(text) === null || onCall === undefined || !isFirstCall) line.server.send(text);
      else {
        isFirstCall = false;
        onCall(line, String(text));
      }
    });
    line.server.onMessage((text) => {
      if (!String(text).startsWith('{"type":"call_result"') || onAnswer === undefined || !isFirstAnswer)
        near.send(text);
      else {
        isFirstAnswer = false;
        onAnswer(line, String(text));
      }
    });
  });
  await app.open('/login?from=/trade');
  await app.startDemo();
  await app.ask.waitFor();
  await app.nextPushes();
  await app.ask.click();
}

/** Closes the socket at both ends. */
function cut({ page: near, server }: Line): void {
  void near.close({ code: 1001 });
  void server.close({ code: 1001 });
}

async function expectOnePosition(): Promise<void> {
  await app.tab('order').click();
  await app.orderRow.first().waitFor();
  await app.nextPushes();
  expect(await app.orderRow.count()).toBe(1);
}

describe('R-SOC-16 an order whose socket fails in the middle opens exactly one position', () => {
  const faults: [string, Fault][] = [
    ['cut before the server has it', { onCall: cut }],
    ['cut after the server has carried it out', { onAnswer: cut }],
    ['cut at the moment it is sent', { onCall: (line, text) => (line.server.send(text), cut(line)) }],
    ['silent: the server never gets it', { onCall: () => {} }],
    ['silent: the answer never comes', { onAnswer: () => {} }],
    [
      'of an older server, which takes no orders',
      { onCall: (line) => line.page.send(JSON.stringify({ type: 'error', code: 1007, msg: 'malformed' })) },
    ],
  ];
  test.each(faults)('%s', async (_, fault) => {
    await openTicket(fault);
    await app.submitOrder(page.getByRole('dialog'));
    const ids = app.sentOverHttp.map(({ client_id }) => client_id);
    expect(ids).toHaveLength(1);
    expect(ids[0]).toMatch(/^[0-9a-f]{32}$/);
    await expectOnePosition();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('candor.intents'))).toBe('[]');
  });

  test('slow: its answer comes after that over HTTP, and the next order goes over the socket again', async () => {
    let deliver = () => {};
    await openTicket({ onAnswer: (line, text) => (deliver = () => line.page.send(text)) });
    await app.submitOrder(page.getByRole('dialog'));
    deliver();
    await expectOnePosition();
    await app.closeFirstOrder();
    await page.getByText('No open positions').waitFor();
    expect(app.sentOverHttp.map(({ call }) => call)).toEqual(['submit']);
    expect(app.sentOverSocket.map(({ call }) => call)).toEqual(['submit', 'close']);
  });
});

test.each(['de', 'ar'])('R-SOC-16 a refusal over the socket is shown as over HTTP, in %s', async (language) => {
  const asked = '"cont":"0.50"';
  const tooMuch = '"cont":"90.00"';
  await page.routeWebSocket(socketPath, (line) => {
    const server = line.connectToServer();
    line.onMessage((text) => server.send(String(text).replace(asked, tooMuch)));
  });
  await page.route('**/v1/api/forex/submit', (route) =>
    route.continue({ postData: route.request().postData()?.replace(asked, tooMuch) ?? '' }),
  );
  await app.open('/login?from=/trade');
  await app.startDemo();
  await app.ask.waitFor();
  const shown = async () => {
    await app.open(`/trade#lang=${language}`);
    await page.reload();
    await app.ask.waitFor();
    await app.nextPushes();
    await app.ask.click();
    await page.getByRole('dialog').getByTestId('order-submit').click();
    return page.locator('[data-part=toast]').innerText();
  };
  const overSocket = await shown();
  expect([app.sentOverSocket.length, app.sentOverHttp.length]).toEqual([1, 0]);
  await app.ordersOverHttp();
  expect(await shown()).toBe(overSocket);
  expect(app.sentOverHttp).toHaveLength(1);
  expect(overSocket).not.toBe('');
});
