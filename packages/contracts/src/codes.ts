/**
 * Every code an answer can carry, banded and stable (R-WIRE-04): 1 ok; 999 session; 10xx request; 11xx identity;
 * 12xx trading; 13xx funds; 14xx verification; 15xx company and content; 19xx server. Each has a text in every
 * language the server speaks.
 */
export const codes = {
  ok: 1,
  sessionExpired: 999,
  invalidField: 1001,
  unknownPath: 1002,
  bodyTooLarge: 1003,
  unsupportedType: 1004,
  tooManyRequests: 1005,
  idempotencyConflict: 1006,
  malformedMessage: 1007,
  unknownTopic: 1008,
  tooManySubscriptions: 1009,
  getWritesOff: 1010,
  demoUnavailable: 1101,
  onlyRealAccount: 1102,
  onlyDemoAccount: 1103,
  unknownInstrument: 1201,
  noLeverage: 1202,
  leverageNotOffered: 1203,
  lotsOutOfRange: 1204,
  lotsOffStep: 1205,
  marketClosed: 1206,
  noPrice: 1207,
  priceStale: 1208,
  stopLossWrongSide: 1209,
  takeProfitWrongSide: 1210,
  deviationExceeded: 1211,
  quoteOutdated: 1212,
  notEnoughMargin: 1213,
  tooManyOrders: 1214,
  orderNotFound: 1215,
  orderNotOpen: 1216,
  orderNotPending: 1217,
  noConversion: 1218,
  closeLotsOutOfRange: 1219,
  targetPriceRequired: 1220,
  targetPriceAtMarket: 1221,
  pendingNotOffered: 1222,
  expiryInPast: 1223,
  busy: 1901,
  unavailable: 1902,
  internal: 1903,
} as const;

export type CodeName = keyof typeof codes;
export type Code = (typeof codes)[CodeName];
