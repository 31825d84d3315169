import { socketPath } from '@candor/contracts/http/paths';
import { clientMessages, serverMessages, socketCalls } from '@candor/contracts/ws/messages';
import { Components, type Json } from './json-schema.ts';
import { apiVersion } from './open-api.ts';

const summaries: Readonly<Record<keyof typeof clientMessages | keyof typeof serverMessages, string>> = {
  login: 'Log in with the token of a session',
  logout: 'Log out; subscriptions to the account end',
  sub: 'Subscribe to a topic',
  unsub: 'End a subscription',
  call: 'Make a call about orders as the user who is logged in, as over HTTP',
  call_result: 'The answer to a call under its number: the envelope of the HTTP call',
  login_result: 'Outcome of a login: 1, or the code of its refusal',
  DAY_MARKET: 'Quotes: all lines after the subscription, then those that have changed',
  KLINE: 'The forming candle of an instrument and period',
  FOREX_TRADE: 'Live figures of the account and its open orders',
  FOREX_CLOSED: 'Orders that the server has closed',
  NOTICE: 'An event of the account that the trader did not ask for',
  TRADING: 'Whether orders are carried out: sent when the socket opens and whenever it changes',
  error: 'A message that was refused, by its code',
};

/** Returns the socket as AsyncAPI 3.0, from the schemas of its messages. */
export function describeSocket(): Json {
  const components = new Components();
  const messages = { ...messagesOf(clientMessages, components), ...messagesOf(serverMessages, components) };
  messages['call'] = { name: 'call', summary: summaries.call, payload: describeCalls(components) };
  const refTo = (names: readonly string[]) => names.map((name) => ({ $ref: `#/channels/socket/messages/${name}` }));
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Candor socket',
      version: apiVersion,
      description:
        'One socket for quotes, candles and the account. The text `ping` is answered by `pong`. ' +
        'Topics of the account need a login on the socket first.',
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    channels: {
      socket: {
        address: socketPath,
        title: 'Socket',
        messages: Object.fromEntries(
          Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
        bindings: {
          ws: {
            query: {
              type: 'object',
              properties: {
                lang: { type: 'string', description: 'Language of texts, as the header `lang` of calls.' },
              },
            },
          },
        },
      },
    },
    operations: {
      // From the server's side: it receives what clients send.
      receive: {
        action: 'receive',
        channel: { $ref: '#/channels/socket' },
        messages: refTo(Object.keys(clientMessages)),
      },
      send: { action: 'send', channel: { $ref: '#/channels/socket' }, messages: refTo(Object.keys(serverMessages)) },
    },
    components: { messages, schemas: components.all() },
  };
}

/** Returns the payload of `call`: one form for each call, with its fields as they are sent. */
function describeCalls(components: Components): Json {
  const { properties, ...payload } = components.ofAnswer(clientMessages.call) as { properties: Record<string, Json> };
  const { properties: ofParams, ...params } = properties['params'] as { properties: Json };
  const oneOf = Object.entries(socketCalls).map(([name, { input, summary }]) => ({
    ...params,
    title: summary,
    properties: { ...ofParams, call: { type: 'string', const: name }, fields: components.ofInput(input) },
    required: ['n', 'call', 'fields'],
  }));
  return { ...payload, properties: { ...properties, params: { oneOf } } };
}

function messagesOf(
  schemas: Readonly<Record<string, (typeof serverMessages)['error'] | object>>,
  components: Components,
): Json {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      {
        name,
        summary: summaries[name as keyof typeof summaries],
        payload: components.ofAnswer(schema as (typeof serverMessages)['error']),
      },
    ]),
  );
}
