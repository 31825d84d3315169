import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildFilesPath, logPaths, publicPaths, receiptKeysPath } from '@candor/contracts/http/paths';
import type { SignedReceipt } from '@candor/contracts/http/receipts';
import type { BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { inventedProof, liabilityLogKey, loggedProof } from '../../testkit/liability-proofs.ts';
import { call } from '../../testkit/product.ts';
import { keysOf, receiptsOf } from '../../testkit/receipt-history.ts';
import { scenarioOfReasons } from '../../testkit/receipt-scenarios.ts';
import { testSigner } from '../../testkit/receipt-signer.ts';
import { scratchFolder } from '../../testkit/scratch-folder.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';
import { signedWith } from '../../testkit/signed-with.ts';
import { until } from '../../testkit/until.ts';
import { VerifyApp } from '../page-models/verify-app.ts';

const product = sharedProduct();
let folder: string;
let token: string;
let receipts: SignedReceipt[];
let tradedAt: Date;
let keys: string;
let logKey: string;
let phone: BrowserContext;
let app: VerifyApp;

beforeAll(async () => {
  folder = scratchFolder('candor-verify-');
  const { data } = await call<{ token: string }>(product.callUrl, '/api/user/createAccountDemoForU', {
    demo_id: randomUUID(),
  });
  ({ token } = data);
  tradedAt = new Date();
  receipts = await tradeOnce();
  keys = await textAt(receiptKeysPath);
  logKey = await textAt(logPaths.key);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  phone = await newPhone(await sharedBrowser(), { acceptDownloads: true });
  app = new VerifyApp(await phone.newPage());
});
afterEach(async () => {
  expect(app.errors).toEqual([]);
  await phone.close();
});

/** Opens and closes an order; returns its receipts once the log has them. */
async function tradeOnce(): Promise<SignedReceipt[]> {
  const order = { type: 1, cont: '0.10', forex_id: 1, status: 1, multiple: 100 };
  const id = await until('a filled order', async () => {
    const placed = await call<{ Id: number } | null>(product.callUrl, '/v1/api/forex/submit', order, token);
    return placed.data?.Id ?? null;
  });
  await call(product.callUrl, '/v1/api/forex/close', { id }, token);
  return until('receipts with a proof of the log', async () => {
    const found = await call<SignedReceipt[]>(product.callUrl, `/v1/api/forex/receipts?id=${id}`, null, token);
    return found.data.length === 2 && found.data.every(({ log_proof: proof }) => proof !== null) ? found.data : null;
  });
}

async function textAt(path: string): Promise<string> {
  return (await fetch(product.callUrl + path)).text();
}

const ofKeys = () => [
  { name: 'keys.json', content: keys },
  { name: 'log.key', content: logKey },
];

test('R-VER-01 R-VER-03 R-VER-04 receipts of the running product are verified with the keys of the address that the reader names', async () => {
  await app.page.goto(product.url + publicPaths.verify);
  await app.give({ name: 'receipt.json', content: receipts });
  // Before any key: nothing was asked for, and nothing is called verified.
  expect(app.requests).toEqual([]);
  expect(await app.verdicts()).toEqual(['Not complete']);
  await app.page.getByRole('button', { name: 'Fetch its keys' }).click();
  await expect.poll(() => app.verdicts()).toEqual(['Verified']);
  expect(app.requests.map((url) => new URL(url).pathname).toSorted()).toEqual(
    [receiptKeysPath, logPaths.key].toSorted(),
  );
  const [profit] = await app.page.locator('.checks li', { hasText: 'Profit is calculated' }).allTextContents();
  expect(profit).toMatch(/From\(.* − .*\) × .*Calculated(-?[\d.]+)Stated\1$/);
  // Every other public page leads here.
  for (const path of [publicPaths.log, publicPaths.status]) {
    await app.page.goto(`${product.url}${path}?lang=en`);
    await app.page.getByRole('link', { name: 'Verify', exact: true }).click();
    await app.page.getByRole('heading', { name: 'Verify', level: 1 }).waitFor();
  }
});

test('R-VER-03 any changed field of a receipt shows the check that fails', async () => {
  await app.page.goto(product.url + publicPaths.verify);
  await app.give(...ofKeys());
  const closing = receipts.find(({ fields }) => fields.openPrice !== null);
  if (closing === undefined) throw new Error('The order is closed');
  for (const name of Object.keys(closing.fields)) {
    const text = JSON.stringify({ ...closing.fields, [name]: changedValue(closing.fields[name as 'id']) });
    await app.give({ name: `${name}.json`, content: { ...closing, text } });
    expect([name, await app.verdicts()]).toEqual([name, ['Not verified']]);
    const failed = await app.failed();
    expect(
      failed.some((check) => check.includes('Its SHA-256')),
      name,
    ).toBe(true);
    expect(
      failed.some((check) => check.startsWith('✗Does not hold: This receipt is entry')),
      name,
    ).toBe(true);
    await app.startAgain();
  }
  await app.give({ name: 'other.json', content: keysOf(testSigner(9)) }, { name: 'receipt.json', content: receipts });
  expect(await app.verdicts()).toEqual(['Wrong key']);
});

/** Another value of the same kind. */
function changedValue(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  return typeof value === 'string' ? `${value}1` : 'another';
}

test('R-VER-04 R-VER-12 a kept copy is the page as it was built, and checks everything without a network', async () => {
  await app.page.goto(product.url + publicPaths.verify);
  const [download] = await Promise.all([
    app.page.waitForEvent('download'),
    app.page.getByRole('button', { name: 'Keep a copy' }).click(),
  ]);
  const copy = join(folder, 'candor-verify.html');
  await download.saveAs(copy);
  const hash = createHash('sha256').update(readFileSync(copy)).digest('hex');
  await app.page.getByText(`SHA-256 of the copy: ${hash}`).waitFor();
  expect(await textAt(buildFilesPath)).toContain(`${hash}  apps/server/dist/verify.html\n`);
  await app.page.goto(`${product.url}${publicPaths.log}?lang=en`);
  await app.page.locator('code', { hasText: hash }).waitFor();
  await app.page.getByText(/^Entry [\d,]+ of the log$/).waitFor();

  await phone.setOffline(true);
  app.requests.length = 0;
  await app.page.goto(pathToFileURL(copy).href);
  await app.give(...ofKeys(), { name: 'receipt.json', content: receipts });
  expect(await app.verdicts()).toEqual(['Verified']);
  await app.give({ name: 'copy.html', content: readFileSync(copy, 'utf8') });
  await app.page.getByText(hash).waitFor();
  expect(app.requests).toEqual([]);
  expect(await app.page.getByRole('navigation').count()).toBe(0);
});

test('R-VER-18 the log of the running product is read from its address, and from a folder without a network', async () => {
  await app.page.goto(product.url + publicPaths.verify);
  await app.page.getByRole('button', { name: 'Read the log at the address' }).click();
  await app.page.getByText('Give the key of the log first.').waitFor();
  await app.give(...ofKeys(), { name: 'receipt.json', content: receipts });
  await app.page.getByRole('button', { name: 'Read the log at the address' }).click();
  const compared = app.page.getByRole('region', { name: /\/log$/ });
  await compared.getByText('The entries have the signed root').waitFor();
  expect(await app.failed()).toEqual([]);
  for (const { id } of receipts) await compared.getByText(`Receipt ${id} is entry`).waitFor();
  await compared
    .getByText(/of the policy .* in force, and it fits them/)
    .first()
    .waitFor();

  const copy = join(folder, 'copy');
  for (const url of app.requests.filter((one) => one.includes('/log/'))) {
    const path = new URL(url).pathname.replace('/log/', '');
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), Buffer.from(await (await fetch(url)).arrayBuffer()));
  }
  await phone.setOffline(true);
  await app.page.getByLabel('Choose a folder with the log').setInputFiles(copy);
  await app.page.getByRole('region', { name: /copy$/ }).getByText('The entries have the signed root').waitFor();
  expect(await app.failed()).toEqual([]);
  await app.give({ name: 'again.json', content: receipts });
  await app.page.getByText('were given after this comparison').first().waitFor();
});

test('R-VER-15 the page is in the language of the browser, and that which its reader chooses', async () => {
  await app.page.goto(`${product.url}${publicPaths.verify}?lang=ar`);
  expect(await app.page.locator('html').getAttribute('dir')).toBe('rtl');
  await app.page.getByRole('heading', { name: 'التحقق', level: 1 }).waitFor();
  await app.page.getByLabel('اللغة').selectOption('de');
  await app.page.getByRole('heading', { name: 'Prüfen', level: 1 }).waitFor();
  expect(await app.page.locator('html').getAttribute('lang')).toBe('de');
  await app.page.getByLabel('Dateien wählen').setInputFiles({
    name: 'receipt.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(receipts)),
  });
  await expect.poll(() => app.verdicts()).toEqual(['Nicht vollständig']);
  // Sentences of the commands are marked as English, titles included.
  const titles = await app.page
    .locator('#results h3')
    .evaluateAll((all: HTMLElement[]) => all.map(({ lang, textContent }) => `${lang}: ${textContent}`));
  expect(titles.map((title) => title.replace(/ \d.*/, ''))).toEqual(['en: Receipt', 'en: Receipt', ': Alles zusammen']);
  const japanese = await newPhone(await sharedBrowser(), { locale: 'ja-JP' });
  const other = await japanese.newPage();
  await other.goto(product.url + publicPaths.verify);
  await other.getByRole('heading', { name: '検証', level: 1 }).waitFor();
  await japanese.close();
});

test('R-VER-08 R-VER-09 a signed statement is verified with the receipts of its fills', async () => {
  // Midnight may have passed since the trade.
  const [from = '', to = ''] = [tradedAt, new Date()].map((time) => time.toISOString().slice(0, 10));
  const query = new URLSearchParams({ from, to, zone: 'UTC', format: 'signed' });
  const answer = await fetch(`${product.callUrl}/api/account/statement?${query}`, {
    headers: { authorization: token },
  });
  const signed = (await answer.json()) as { text: string };
  await app.page.goto(product.url + publicPaths.verify);
  await app.give(...ofKeys(), { name: 'statement.json', content: signed });
  expect(await app.verdicts()).toEqual(['Not complete']);
  await app.give({ name: 'receipt.json', content: receipts });
  expect(await app.verdicts()).toEqual(['Verified', 'Verified']);
  await app.startAgain();
  const text = signed.text.replace(/("closing_balance":"\d)/, '$19');
  await app.give({ name: 'statement.json', content: { ...signed, text } });
  expect(await app.verdicts()).toEqual(['Not verified']);
  expect((await app.failed()).some((check) => /Opening balance and postings.*Calculated.*Stated/.test(check))).toBe(
    true,
  );
});

test('R-VER-03 a proof of what is owed is complete with the key of its log only, and any changed amount fails', async () => {
  await app.page.goto(product.url + publicPaths.verify);
  const proof = await loggedProof();
  await app.give({ name: 'proof.json', content: proof });
  expect(await app.verdicts()).toEqual(['Not complete']);
  await app.give({ name: 'log.key', content: liabilityLogKey }, { name: 'invented.json', content: inventedProof() });
  expect(await app.verdicts()).toEqual(['Verified', 'Not complete']);
  await app.page.getByText('that the company holds this money').first().waitFor();
  await app.startAgain();
  await app.give({ name: 'proof.json', content: { ...proof, amount: '5000.700001' } });
  expect(await app.verdicts()).toEqual(['Not verified']);
  await app.startAgain();
  await app.give({ name: 'log.key', content: logKey }, { name: 'proof.json', content: proof });
  expect(await app.verdicts()).toEqual(['Wrong key']);
});

describe('R-VER-03 a stop-out', () => {
  test('is shown with its sum, and reads not justified if its rule does not carry it', async () => {
    const made = await receiptsOf(scenarioOfReasons().events);
    const stopOut = made.find(({ fields }) => fields.reason?.kind === 'stop-out');
    const further = made.find(({ fields }) => fields.reason?.kind === 'further-stop-out');
    await app.page.goto(product.url + publicPaths.verify);
    await app.give({ name: 'keys.json', content: keysOf(testSigner()) }, { name: 'stop-out.json', content: stopOut });
    expect(await app.verdicts()).toEqual(['Verified']);
    const [level] = await app.page.locator('.checks li', { hasText: 'Justified: balance' }).allTextContents();
    expect(level).toMatch(/From[\d.]+ ÷ [\d.]+Calculated[\d.]+ %Statedat most 50 %$/);
    await app.startAgain();
    // Alone, a further close does not list the account: it stays open.
    await app.give({ name: 'further.json', content: further });
    expect(await app.verdicts()).toEqual(['Not complete']);
    await app.startAgain();
    await app.give({ name: 'forged.json', content: await signedWith(stopOut, { 'reason.stopOutPercent': 5 }) });
    expect(await app.verdicts()).toEqual(['Not justified']);
  });
});

test('R-VER-05 a file that cannot be read is named with its reason, and the rest is checked', async () => {
  await app.page.goto(product.url + publicPaths.verify);
  await app.give(
    ...ofKeys(),
    { name: 'statement.pdf', content: '%PDF-1.7' },
    { name: 'receipt.json', content: receipts },
    { name: 'half.json', content: JSON.stringify(receipts).slice(0, 900) },
  );
  const errors = await app.page.getByRole('list', { name: 'Not read' }).getByRole('listitem').allTextContents();
  expect(errors).toMatchObject([
    expect.stringContaining('statement.pdf: A PDF carries no signature'),
    expect.stringContaining('half.json: It is JSON that cannot be read'),
  ]);
  expect(await app.verdicts()).toEqual(['Verified']);
});
