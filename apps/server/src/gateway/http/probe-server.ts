import { type BoundedServerOptions, startBoundedServer } from './bounded-server.ts';
import { registerHealthRoutes } from './routes/health.ts';

type HealthDeps = Parameters<typeof registerHealthRoutes>[1];

export type ProbeOptions = HealthDeps & Omit<BoundedServerOptions, 'register'>;

/** Answers probes in a process that serves no clients; every other call is refused by name (R-RUN-23, R-RUN-43). */
export function startProbeServer(options: ProbeOptions, nowMs?: () => number): Promise<{ close(): Promise<void> }> {
  return startBoundedServer({ ...options, register: (app) => registerHealthRoutes(app, options) }, nowMs);
}
