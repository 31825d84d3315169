import { join } from 'node:path';
import type { TenantId } from '@candor/domain/values/ids';
import { createThreadCaptcha } from './adapters/captcha/thread-captcha.ts';
import { systemClock } from './adapters/clock/system-clock.ts';
import { openSecrets } from './adapters/keys/secrets-file.ts';
import { createSmtpMailer } from './adapters/mail/smtp-mailer.ts';
import { createOutboxFolder } from './adapters/outbox-folder/outbox-folder.ts';
import { createArgon2Hasher, operatorQueue } from './adapters/passwords/argon2-hasher.ts';
import { CredentialTables } from './adapters/postgres/credential-tables.ts';
import type { OpenDatabase } from './adapters/postgres/database.ts';
import { OutboxTables } from './adapters/postgres/outbox-tables.ts';
import { SecondFactorTables } from './adapters/postgres/second-factor-tables.ts';
import { SignInRows } from './adapters/postgres/sign-in-rows.ts';
import { SmsUseRows } from './adapters/postgres/sms-use-rows.ts';
import { trialCompanyId } from './adapters/postgres/trial-company.ts';
import { memoryRateCounts } from './adapters/rates/memory-rate-counts.ts';
import { createHttpSms } from './adapters/sms/http-sms.ts';
import type { Config } from './config.ts';
import type { PeoplePorts } from './ports/people-ports.ts';
import type { BackgroundWork } from './ports/work.ts';

/** Sender of the trial company's mails, which stay in the outbox. */
const trialSender = 'Trial company <trial@localhost>';

/** Opens the stores, keys and message channels of user accounts. */
export async function openPeople(
  config: Config,
  { db }: OpenDatabase,
  pictures: BackgroundWork,
  stops: (() => Promise<void>)[],
): Promise<PeoplePorts> {
  const folder = createOutboxFolder(join(config.dataDir, 'outbox'), config.mailFrom);
  const { smtpUrl: url, mailFrom: from, isProduction: isTlsRequired } = config;
  const smtp = url === null ? null : createSmtpMailer({ url, from, isTlsRequired });
  if (smtp !== null) stops.push(async () => smtp.close());
  return {
    credentials: new CredentialTables(db),
    factors: new SecondFactorTables(db),
    outbox: new OutboxTables(db),
    hasher: createArgon2Hasher(),
    operatorHasher: createArgon2Hasher(operatorQueue),
    openRates: memoryRateCounts(systemClock),
    signInLog: new SignInRows(db),
    smsLimits: config.smsLimits,
    smsUse: new SmsUseRows(db),
    secrets: await openSecrets(join(config.keysDir, 'people.key')),
    captchaPainter: createThreadCaptcha(pictures),
    channels: {
      mail: smtp ?? folder.mail,
      sms: config.sms === null ? folder.sms : createHttpSms(config.sms),
    },
    // Nothing of a company that is no firm goes out to anybody from the installation's sender.
    keptChannels: new Map([
      [trialCompanyId as TenantId, createOutboxFolder(join(config.dataDir, 'outbox'), trialSender)],
    ]),
  };
}
