/**
 * Verb and path of the calls that the page itself sends before the app is loaded: apart from the others, because the page's
 * inline script carries what it imports whole (R-SCR-63).
 */
export const firstPaths = {
  companyStatus: 'GET /api/company/getCompanyStatus',
  basicInfo: 'GET /api/basicSet/getBasicInfo',
  instruments: 'GET /v1/api/forex/trade_list',
  categories: 'GET /v1/api/forex/getCategories',
  orders: 'GET /v1/api/forex/my_deal',
} as const;
