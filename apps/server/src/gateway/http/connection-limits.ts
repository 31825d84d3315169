import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Time limits of requests and connections (R-SEC-31). */
export interface ConnectionLimits {
  /** From the first byte to the end of the headers. */
  readonly headersMs: number;
  /** From the first byte to the end of the body. */
  readonly requestMs: number;
  /** Interval in which both, and the rate of bodies, are checked. */
  readonly checkMs: number;
  /** A body is measured over this long at a time. */
  readonly bodyWindowMs: number;
  /** Bytes that a body must bring in each such window. */
  readonly bodyWindowBytes: number;
  /** Time that calls in progress get when the program stops. */
  readonly closeMs: number;
}

/** A picture of 5 MB may come over a weak mobile line; a connection that trickles may not stay. */
export const connectionLimits: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 60_000,
  checkMs: 1_000,
  bodyWindowMs: 5_000,
  bodyWindowBytes: 20_000,
  closeMs: 1_000,
};

interface Reading {
  sinceMs: number;
  bytes: number;
}

/** Closes connections whose body arrives below the minimum rate. */
export function endSlowBodies(
  app: FastifyInstance,
  { checkMs, bodyWindowMs, bodyWindowBytes }: ConnectionLimits,
): void {
  const reading = new Map<IncomingMessage, Reading>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    if (!raw.complete && hasBody(raw)) {
      reading.set(raw, { sinceMs: performance.now(), bytes: raw.socket.bytesRead });
      for (const event of ['end', 'close'] as const) raw.once(event, () => reading.delete(raw));
    }
    done();
  });
  const timer = setInterval(() => {
    const nowMs = performance.now();
    for (const [raw, window] of reading) {
      if (nowMs - window.sinceMs < bodyWindowMs) continue;
      // A body that this program has not read yet is not the sender's fault.
      if (raw.complete || raw.readableLength > 0) window.bytes = Number.NEGATIVE_INFINITY;
      if (raw.socket.bytesRead - window.bytes < bodyWindowBytes) {
        reading.delete(raw);
        raw.socket.destroy();
      } else {
        window.sinceMs = nowMs;
        window.bytes = raw.socket.bytesRead;
      }
    }
  }, checkMs);
  timer.unref();
  app.addHook('onClose', (_instance, done) => {
    clearInterval(timer);
    done();
  });
}

const sweepEveryMs = 20;

/**
 * Ends every connection when the program stops: each as soon as nothing is under way on it, and all after a time. A
 * connection that is kept open without a call would otherwise hold up the end, and with it the hand-over of the lead.
 */
export function endConnectionsOnClose(app: FastifyInstance, closeMs: number): void {
  app.addHook('preClose', (done) => {
    const sweep = setInterval(() => app.server.closeIdleConnections(), sweepEveryMs);
    const cut = setTimeout(() => app.server.closeAllConnections(), closeMs);
    app.server.once('close', () => {
      clearInterval(sweep);
      clearTimeout(cut);
    });
    // A server that never listened is not closed.
    sweep.unref();
    cut.unref();
    done();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}
