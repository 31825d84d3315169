import { expect, test } from 'vitest';
import { coveredRoutes } from '../testkit/leak-coverage.ts';
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

/** Returns the calls that the specification lists, with their verbs. */
function listedCalls(): Set<string> {
  const [, table = ''] = read('docs/SPEC.md').split('## The calls');
  const calls = new Set<string>();
  for (const line of table.split('\n')) {
    const [, verbs = '', paths = ''] = /^\| (GET or POST|GET|POST) (`[^|]+)\|/.exec(line) ?? [];
    for (const [, path] of paths.matchAll(/`([^`]+)`/g))
      for (const verb of verbs.split(' or ')) calls.add(`${verb} ${path}`);
  }
  return calls;
}

const notListed = /^\S+ \/(?:healthz|readyz|files)/;
const isOfOperators = (route: string) => route.includes('/api/console/');

test('R-WIRE-19 every call of the product description is served at its verb and path', () => {
  // A test of the gateway proves that these are exactly the routes served.
  expect(described.map(({ call }) => call).filter((call) => coveredRoutes[call] === undefined)).toEqual([]);
});

test('R-WIRE-19 every field of the description is one of the contracts', () => {
  const contracts = allFiles()
    .filter((path) => path.startsWith('packages/contracts/src/http/') && !path.includes('.test.'))
    .map(read)
    .join('\n');
  const isKnown = (field: string) => new RegExp(`\\b${field}\\??:`).test(contracts);
  expect(described.flatMap(({ fields }) => fields).filter((field) => !isKnown(field))).toEqual([]);
});

test('R-WIRE-19 the list of calls names exactly the calls that are served', () => {
  const listed = listedCalls();
  const unserved = [...listed].filter((call) => coveredRoutes[call] === undefined);
  const served = Object.keys(coveredRoutes).filter((route) => !notListed.test(route) && !isOfOperators(route));
  // A writing call answers on GET and POST; one listing is enough.
  const otherVerb = (call: string) =>
    call.startsWith('GET ') ? call.replace('GET', 'POST') : call.replace('POST', 'GET');
  const unlisted = served.filter((route) => !listed.has(route) && !listed.has(otherVerb(route)));
  expect({ unserved, unlisted }).toEqual({ unserved: [], unlisted: [] });
});
