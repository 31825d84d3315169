import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';

// The two ways of an order to the server, as text on a connection: requests over HTTP, and frames of a socket.

export type DoorName = 'HTTP' | 'sockets';

export interface OrderRequests {
  submit(): string;
  close(openId: string): string;
}

/** Place of an answer in the text received: its envelope after the brace, and the end of its message. */
export interface AnswerPlace {
  readonly at: number;
  readonly end: number;
}

interface Door {
  /** Makes a connection ready for requests. */
  prepare(socket: Socket, host: string, token: string): Promise<void>;
  requests(host: string, token: string, instrumentId: number): OrderRequests;
  /** Finds the first whole message; `at` is below zero if it is no answer, null if none is whole. */
  find(received: string): AnswerPlace | null;
}

const idLength = 32;
const order = { type: 1, status: 1, cont: '0.01', multiple: 100 };

/** Returns a function that makes ids from one random text; only the end changes, from a random start. */
function idMaker(): () => string {
  const before = randomBytes(12).toString('hex');
  let count = randomBytes(3).readUIntBE(0, 3);
  return () => before + (count += 1).toString(16).padStart(8, '0');
}

const http: Door = {
  prepare: () => Promise.resolve(),
  requests(host, token, instrumentId) {
    const nextId = idMaker();
    const [head = '', tail = ''] = JSON.stringify({ ...order, forex_id: instrumentId, client_id: '' }).split('""');
    const headOf = (call: string, length: number) =>
      `POST /v1/api/forex/${call} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n` +
      `authorization: ${token}\r\ncontent-length: ${length}\r\n\r\n`;
    const start = `${headOf('submit', head.length + idLength + 2 + tail.length)}${head}"`;
    return {
      submit: () => `${start}${nextId()}"${tail}`,
      close(openId) {
        const body = `{"id":${openId},"client_id":"${nextId()}"}`;
        return headOf('close', body.length) + body;
      },
    };
  },
  find(received) {
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd < 0) return null;
    const lengthAt = received.indexOf(lengthName) + lengthName.length;
    const length = Number.parseInt(received.slice(lengthAt, lengthAt + 8), 10);
    const end = headEnd + 4 + length;
    return received.length >= end ? { at: headEnd + 5, end } : null;
  },
};

const lengthName = 'ontent-length: ';
const resultStart = '{"type":"call_result","n":1,';

const sockets: Door = {
  async prepare(socket, host, token) {
    const handshake =
      `GET /v1/ws HTTP/1.1\r\nhost: ${host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n` +
      `sec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`;
    socket.write(handshake + frame(JSON.stringify({ type: 'login', params: { token } })), 'latin1');
    for (let received = ''; !received.includes('{"type":"login_result","code":1}'); ) {
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      received += chunk.toString('latin1');
    }
  },
  requests(_host, _token, instrumentId) {
    const nextId = idMaker();
    const idText = '0'.repeat(idLength);
    const submit = frame(
      JSON.stringify({
        type: 'call',
        params: { n: 1, call: 'submit', fields: { ...order, forex_id: instrumentId, client_id: idText } },
      }),
    ).split(idText);
    return {
      submit: () => submit.join(nextId()),
      close: (openId) =>
        frame(`{"type":"call","params":{"n":1,"call":"close","fields":{"id":${openId},"client_id":"${nextId()}"}}}`),
    };
  },
  find(received) {
    if (received.length < 2) return null;
    const short = received.charCodeAt(1);
    const head = short < 126 ? 2 : 4;
    if (received.length < head) return null;
    const length = short < 126 ? short : received.charCodeAt(2) * 256 + received.charCodeAt(3);
    const end = head + length;
    if (received.length < end) return null;
    return { at: received.startsWith(resultStart, head) ? head + resultStart.length : -1, end };
  },
};

/** Text frame of a client with an empty mask, which leaves the text as it is. */
export function frame(text: string): string {
  const { length } = text;
  const size = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 255];
  return String.fromCharCode(0x81, ...size, 0, 0, 0, 0) + text;
}

export const doors: Record<DoorName, Door> = { HTTP: http, sockets };
