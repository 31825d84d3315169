import { Readiness } from '../readiness.ts';
import { RefusalError } from './envelope.ts';
import { type ProbeOptions, startProbeServer } from './probe-server.ts';

/** Answers while another process leads: it lives, it is not ready, and every other call is refused by name (R-RUN-23). */
export async function startStandbyServer(
  options: Pick<ProbeOptions, 'host' | 'port' | 'logger'>,
): Promise<{ readonly readiness: Readiness; close(): Promise<void> }> {
  const readiness = new Readiness();
  readiness.add('standby', () => true);
  const server = await startProbeServer({ ...options, readiness, steps: null, buildVersion: '', refuse: standby });
  return { readiness, close: () => server.close() };
}

const standby = () => new RefusalError('standby', { httpStatus: 503 });
