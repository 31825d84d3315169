import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SignedIn } from '@candor/contracts/http/identity';
import { reachLocalhostNames } from '../../testkit/localhost-names.ts';
import { firstSignIn, OperatorDesk } from '../../testkit/operator-desk.ts';
import { findPostgres, PostgresPair } from '../../testkit/postgres-pair.ts';
import { call, type Product, startProduct, unlimited } from '../../testkit/product.ts';
import { scratchFolder } from '../../testkit/scratch-folder.ts';
import { picture } from '../../testkit/send-picture.ts';
import { Chance } from '../faults/chance.ts';
import { openTrader } from '../faults/open-trader.ts';
import { callAt } from '../faults/trader.ts';
import { registerTrader, traderPassword } from '../page-models/real-trader.ts';
import { readDataFolder, untilFolded, writeEarlierInstallation } from './earlier-version.ts';

/*
 * Makes `earlier-version.json.gz`: `node --import tsx e2e/upgrade/make.ts <folder of a built earlier version> <its commit>`.
 * Needs PostgreSQL with pg_dump on this machine. Run it with each release, so that the next version is tried on it.
 */

const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
/** Calls of a trader whose answers a later version must repeat. */
const asked = [
  '/v1/api/forex/my_deal?status=3',
  '/v1/api/alert/list',
  '/api/quickCharge/quick_ist',
  '/api/user_real/center',
];

reachLocalhostNames();
const [root, madeBy = 'unknown'] = process.argv.slice(2);
if (root === undefined) throw new Error('Name the folder of the earlier version, built, and its commit.');
const folder = scratchFolder('candor-earlier-');
const dataDir = join(folder, 'data');
mkdirSync(dataDir);
const pair = await PostgresPair.start(join(folder, 'database'));
const { primary } = pair;
const url = `postgresql://${primary.connection.user}@127.0.0.1:${primary.port}/${primary.connection.database}`;
const product = await startProduct({
  root,
  dataDir,
  env: { ...unlimited, DATABASE_URL: url, TRUST_PROXY: '127.0.0.1', TRIAL_COMPANY: 'on' },
});
try {
  const trader = await fill(product);
  await untilFolded((text) => primary.query(text));
  const answers: Record<string, string> = {};
  for (const path of asked)
    answers[path] = JSON.stringify((await call(product.callUrl, path, null, trader.token)).data);
  await product.stop();
  const [last] = await primary.query<{ name: string }>('select name from kysely_migration order by name desc limit 1');
  writeEarlierInstallation({
    madeBy,
    migration: last?.name ?? '',
    sql: dump(),
    files: readDataFolder(dataDir),
    answered: { account: trader.user.email ?? '', password: traderPassword, token: trader.token, answers },
  });
} finally {
  await product.stop();
  await pair.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** One real trader with money and orders, demos with many orders, a second company's demo, an article, work for operators. */
async function fill(product: Product): Promise<SignedIn> {
  const desk = await OperatorDesk.takeOver(product.callUrl, firstSignIn(dataDir));
  await desk.publish('An older article');
  const trader = await registerTrader(product.callUrl, dataDir);
  const way = { kind: 'coin', currency: 'USDT', protocol: 'TRC20', address, usd_price: '1', is_rate_confirmed: true };
  const { id: chargeId } = await desk.post<{ id: number }>('/pay-ways', way);
  const paid = await report(trader, chargeId, '500', 1);
  const { payload_hash } = await desk.get<{ payload_hash: string }>(`/deposits/${paid}`);
  await desk.post(`/deposits/${paid}/approve`, { payload_hash });
  await report(trader, chargeId, '77', 2);
  const submit = (fields: object) => {
    const order = { status: 1, type: 1, cont: '0.01', forex_id: 1, multiple: 100, client_id: randomUUID(), ...fields };
    return demand<{ Id: number }>(trader, '/v1/api/forex/submit', order);
  };
  const { Id: closed } = await submit({});
  await demand(trader, '/v1/api/forex/close', { id: closed, client_id: randomUUID() });
  await submit({ type: 2 });
  await submit({ status: 0, target_price: '0.50000' });
  await demand(trader, '/v1/api/alert/set', { forex_id: 1, side: 'bid', when: 'above', price: '9.50000' });
  const chance = new Chance(2026);
  const at = callAt(product.callUrl, 10_000);
  const demos = [await openTrader(chance, at), await openTrader(chance, at)];
  for (let step = 0; step < 40; step += 1) for (const demo of demos) await demo.step();
  const other = await call(product.at('m.acme.localhost'), '/api/user/createAccountDemoForU', {
    demo_id: randomUUID(),
  });
  if (other.data === null) throw new Error(`No demo at the second company: ${other.msg}`);
  return trader;
}

async function demand<Data>({ token }: SignedIn, path: string, fields: object): Promise<Data> {
  const { code, data, msg } = await call<Data>(product.callUrl, path, fields, token);
  if (code !== 1) throw new Error(`${path} was refused: ${msg}`);
  return data;
}

/** Reports a payment with its proof; returns the number of the deposit. */
async function report(trader: SignedIn, chargeId: number, number: string, variant: number): Promise<number> {
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(await picture(variant))], { type: 'image/jpeg' }), 'proof.jpg');
  const headers = { authorization: trader.token, lang: 'en' };
  const sent = await fetch(`${product.callUrl}/api/common/image_upload`, { method: 'POST', headers, body: form });
  const { data } = (await sent.json()) as { data: { id: string } };
  const fields = { number, proofImg: data.id, address, charge_id: chargeId, client_id: randomUUID() };
  return (await demand<{ id: number }>(trader, '/api/quickCharge/submit', fields)).id;
}

function dump(): string {
  const { host, port, user, database } = primary.connection;
  const args = [
    '-h',
    host,
    '-p',
    String(port),
    '-U',
    user,
    '--inserts',
    '--rows-per-insert=200',
    '--no-owner',
    database,
  ];
  const text = execFileSync(join(findPostgres() ?? '', 'pg_dump'), args, { maxBuffer: 2 ** 28 }).toString();
  return text.replaceAll(/^\\(?:un)?restrict .*$/gm, '');
}
