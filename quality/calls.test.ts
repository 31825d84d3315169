import type { Call } from '@candor/contracts/http/call';
import { calls } from '@candor/contracts/http/calls';
import {
  buildFilesPath,
  logPaths,
  paths,
  publicPaths,
  receiptKeysPath,
  statisticsPaths,
  statusJsonPath,
} from '@candor/contracts/http/paths';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { allFiles, read } from './source-tree.ts';

/** Calls of the product description, with the fields they take. */
const described = `
GET /api/default/area_list
POST /api/user/loginForU account password login_type
GET /api/user/createAccountDemoForU demo_id
GET /api/company/getCompany name
GET /api/company/getCompanyStatus
POST /api/common/image_upload
POST /api/notify/send_email to area_id type
POST /api/notify/send_sms to area_id type
POST /api/user/forget_password type account new_password secondary_password auth_code
GET /api/basicSet/getBasicInfo
GET /api/news/list category_id page
GET /api/news/info id
GET /api/user/info
GET /v1/api/main/wallet/getBalance
POST /api/user/amend_password new_password auth_code type
POST /api/user/register type area_id account password re_password invite_code sms_code key mobile
POST /api/user_real/real_name name card_id front_pic reverse_pic
GET /api/user_real/center
GET /api/default/setting key
GET /v1/api/main/user/resetForexDemoAccount
GET /v1/api/forex/trade_list searchCurrency
GET /v1/api/forex/abbreviated_cache_kline forex_id period
GET /v1/api/forex/kline forex_id period
GET /v1/api/forex/submit type cont forex_id status target_price stop_loss_price target_profit_price multiple
POST /v1/api/forex/submit
GET /v1/api/forex/my_deal status page
GET /v1/api/forex/close id
GET /v1/api/forex/cancel_trade id
GET /v1/api/forex/set_stop_price id target_profit_price stop_loss_price
GET /v1/api/forex/getCategories
GET /api/follow/list
GET /v1/api/main/accountLog/forexChange page
GET /v1/api/main/account/forexDetail
GET /api/quickCharge/info
GET /api/quickCharge/submit number proofImg address charge_id
GET /api/quickCharge/wire_submit number proofImg wire_id
GET /api/quickCharge/symbols
GET /api/quickCharge/wire_info bank_coin
GET /api/quickCharge/quick_ist type page
GET /api/account/draw_symbol_list type
POST /api/account/draw draw_currency_id number memo draw_method_id
GET /api/account/draw_list type page
GET /api/wallet/get_draw_method draw_type draw_id
POST /api/wallet/bind_draw_method draw_id type dc_address
POST /api/wallet/del_draw_method id
`
  .trim()
  .split('\n')
  .map((line) => {
    const [verb = '', path = '', ...fields] = line.split(' ');
    return { call: `${verb} ${path}`, fields };
  });

const table = Object.values<Call>(calls);

/** Every verb and path that the table of calls serves, as `GET /path`. */
const served = new Map(
  table.flatMap((call) =>
    (call.alsoByGet ? ['GET', 'POST'] : [call.verb]).map((verb): [string, Call] => [`${verb} ${call.path}`, call]),
  ),
);

/** Addresses that are no calls: pages, plain files, providers' events, the socket. */
const besideTheTable = new Set([
  'GET /take-back/*',
  'POST /take-back/*',
  'POST /api/hooks/payments/:provider',
  'GET /manifest.json',
  `GET ${receiptKeysPath}`,
  ...[
    ...Object.values(logPaths),
    ...Object.values(publicPaths),
    statusJsonPath,
    buildFilesPath,
    ...Object.values(statisticsPaths),
  ].map((path) => `GET ${path}`),
  'GET /docs/api',
]);

/** Lines of the specification's list of calls: verbs, paths and the text about the fields. */
function listedLines(): { verbs: string[]; paths: string[]; fields: string }[] {
  const [, list = ''] = read('docs/SPEC.md').split('## The calls');
  return [...list.matchAll(/^\| (GET or POST|GET|POST) (`[^|]+)\|([^|]*)\|/gm)].map(([, verbs, paths, fields]) => ({
    verbs: verbs?.split(' or ') ?? [],
    paths: [...(paths ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
    fields: fields ?? '',
  }));
}

function fieldsOf({ input }: Call): string[] {
  return Object.keys((input as z.ZodMiniObject).shape);
}

test('R-WIRE-19 every call of the product’s description is in the table, by its verb and path', () => {
  // The test of a stranger’s reach proves that the server serves exactly the table.
  expect(described.map(({ call }) => call).filter((call) => !served.has(call))).toEqual([]);
});

test('R-WIRE-19 every field of the description is a field of that call', () => {
  const unknown = described.flatMap(({ call, fields }) => {
    const described = served.get(call);
    const known = described === undefined ? [] : fieldsOf(described);
    return fields.filter((field) => !known.includes(field)).map((field) => `${call} ${field}`);
  });
  expect(unknown).toEqual([]);
});

test('R-WIRE-19 the list of calls in the specification and the table name the same calls', () => {
  const listed = new Set(
    listedLines().flatMap(({ verbs, paths }) => paths.flatMap((path) => verbs.map((verb) => `${verb} ${path}`))),
  );
  const unserved = [...listed].filter((call) => !served.has(call) && !besideTheTable.has(call));
  // A call that answers to GET and POST may be listed by one of them.
  const unlisted = table.filter(
    (call) => !listed.has(`${call.verb} ${call.path}`) && !(call.alsoByGet && listed.has(`GET ${call.path}`)),
  );
  expect({ unserved, unlisted: unlisted.map(({ name }) => name) }).toEqual({ unserved: [], unlisted: [] });
});

test('R-WIRE-19 each path is spelled once, and belongs to one call for each verb', () => {
  const spelled = Object.values<string>(paths);
  expect(new Set(spelled).size).toBe(spelled.length);
  expect(table.map(({ name }) => name).toSorted()).toEqual(Object.keys(paths).toSorted());
  expect(served.size).toBe(table.length + table.filter(({ alsoByGet }) => alsoByGet).length);
});

test('R-WIRE-19 neither the server nor the browser spells a path of the table again', () => {
  const files = allFiles().filter(
    (path) => /^apps\/(?:server|web)\/src\/.*\.tsx?$/.test(path) && !path.includes('.test.'),
  );
  const mayNot = table.map(({ path }) => path);
  const spelled = files.flatMap((file) => {
    const text = read(file);
    return mayNot
      .filter((path) => text.includes(`'${path}'`) || text.includes(`"${path}"`))
      .map((path) => `${file} ${path}`);
  });
  expect(spelled).toEqual([]);
});
