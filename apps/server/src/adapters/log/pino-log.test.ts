import { expect, test } from 'vitest';
import { createLog } from './pino-log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(createLog('info', { write: (line) => void (text += line) }));
  return text;
}

test('R-SEC-08 the log contains no tokens, passwords or personal data', () => {
  const secret = 'not-to-be-seen';
  const fields = { authorization: secret, token: secret, password: secret, email: secret, card_id: secret };
  const text = logged((log) => {
    log.error({ ...fields, headers: fields, req: { headers: fields } }, 'refused');
    log.child({ token: secret }).error('refused');
  });
  expect(text).toContain('refused');
  expect(text).not.toContain(secret);
});

test('R-SEC-08 a logged error describes the fault without its row or request', () => {
  const error = Object.assign(new Error('duplicate key value violates unique constraint'), {
    code: '23505',
    detail: 'Key (company_id, email)=(1, jane@example.com) already exists.',
    parameters: ['jane@example.com'],
    request: { body: 'jane@example.com' },
  });
  const text = logged((log) => log.error({ err: error }, 'request failed'));
  expect(text).not.toContain('jane@example.com');
  expect(JSON.parse(text)).toMatchObject({ err: { name: 'Error', code: '23505', message: error.message } });
  expect(text).toContain('pino-log.test.ts');
});

test('R-SEC-08 a thrown value that is not an error is not quoted', () => {
  expect(logged((log) => log.error({ err: 'jane@example.com' }, 'failed'))).not.toContain('jane');
});
