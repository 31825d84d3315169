import Fastify from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { RequestLog } from './request-log.ts';

function recording() {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  let children = 0;
  const { child } = logger;
  logger.child = function (this: typeof logger, ...given: Parameters<typeof child>) {
    children += 1;
    return child.apply(this, given);
  } as typeof child;
  return { logger, lines, children: () => children };
}

test('a request that writes no line makes no logger; its lines carry its id', async () => {
  const { logger, lines, children } = recording();
  const app = Fastify({
    loggerInstance: logger,
    disableRequestLogging: true,
    childLoggerFactory: (parent, bindings, options) => new RequestLog(parent, bindings, options),
  });
  app.get('/quiet', () => 'answered');
  app.get('/loud', (request) => {
    request.log.info('below the level');
    request.log.warn({ step: 1 }, 'first');
    request.log.child({ part: 'a' }).error('second');
    return request.id;
  });
  await app.ready();
  const own = children();
  expect((await app.inject('/quiet')).statusCode).toBe(200);
  expect(children() - own).toBe(0);
  const { body: reqId } = await app.inject('/loud');
  expect(lines).toMatchObject([
    { level: 40, reqId, step: 1, msg: 'first' },
    { level: 50, reqId, part: 'a', msg: 'second' },
  ]);
  expect(children() - own).toBe(2);
});
