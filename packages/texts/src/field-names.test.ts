import { expect, test } from 'vitest';
import { fields } from './en/server.ts';
import { texts } from './en/web.ts';

test('a refused field has the name of its label in the app', () => {
  expect(fields).toMatchObject({
    multiple: texts['trade.multiplier'],
    max_deviation: texts['user.deviation'],
    re_password: texts['register.confirmPassword'],
    invite_code: texts['register.inviteCode'],
    area_id: texts['area.title'],
    card_id: texts['verify.cardId'],
    front_pic: texts['verify.front'],
    reverse_pic: texts['verify.back'],
    proofImg: texts['deposit.proof'],
  });
});
