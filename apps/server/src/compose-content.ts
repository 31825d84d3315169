import type { FastifyInstance } from 'fastify';
import { registerPreferenceRoutes } from './gateway/http/routes/preferences.ts';
import type { ContentPorts } from './ports/content-ports.ts';
import type { Tokens } from './services/identity/tokens.ts';

export interface ContentDeps {
  readonly ports: ContentPorts;
  readonly tokens: Tokens;
}

/** Puts together what companies write and users choose, and adds its routes. */
export function composeContent(app: FastifyInstance, { ports, tokens }: ContentDeps): void {
  registerPreferenceRoutes(app, { choices: ports.choices, tokens });
}
