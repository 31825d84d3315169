import { systemClock } from './adapters/clock/system-clock.ts';
import { RefusalError } from './gateway/http/envelope.ts';
import { startProbeServer } from './gateway/http/probe-server.ts';
import { Readiness } from './gateway/readiness.ts';
import type { Start } from './open-adapters.ts';
import { readinessMetrics } from './services/metrics/metric-sources.ts';

/** Answers the probes of a role that serves no clients, until the program stops. `addTo` adds what counts against it. */
export async function startProbes(
  { config, log, stops, metrics }: Start,
  addTo: (readiness: Readiness) => void,
): Promise<{ readonly readiness: Readiness; close(): Promise<void> }> {
  const readiness = new Readiness();
  addTo(readiness);
  // A gateway that serves has another one.
  if (config.role !== 'gateway') metrics.add(readinessMetrics(readiness));
  const server = await startProbeServer({
    host: config.host,
    port: config.port,
    logger: log,
    readiness,
    steps: systemClock,
    buildVersion: '',
    // A gateway listens here before it serves; a call of a client may be repeated elsewhere.
    refuse: () =>
      config.role === 'gateway'
        ? new RefusalError('standby', { httpStatus: 503 })
        : new RefusalError('unknownPath', { httpStatus: 404 }),
  });
  stops.push(() => server.close());
  return { readiness, close: () => server.close() };
}
