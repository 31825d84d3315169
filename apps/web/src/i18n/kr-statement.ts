import type { enStatement } from './en-statement.ts';
import type { TextsLike } from './plural.ts';

/** Texts of the statement. */
export const krStatement: TextsLike<typeof enStatement> = {
  'statement.title': '거래 명세서',
  'statement.period': '기간',
  'statement.thisMonth': '이번 달',
  'statement.lastMonth': '지난달',
  'statement.own': '직접 지정',
  'statement.from': '시작일',
  'statement.to': '종료일',
  'statement.opening': '기초 잔고',
  'statement.changes': '변동',
  'statement.closing': '기말 잔고',
  'statement.costs': '기간 내 청산된 주문',
  'statement.orders': '주문',
  'statement.beforeCosts': '비용 차감 전',
  'statement.spread': '스프레드',
  'statement.fee': '수수료',
  'statement.swap': '스왑',
  'statement.net': '순손익',
  'statement.zone': '뉴욕 시간 기준 하루 단위',
  'statement.pdf': 'PDF 다운로드',
  'statement.csv': 'CSV 다운로드',
  'statement.errorTitle': '거래 명세서를 불러오지 못했습니다',
  'statement.emptyTitle': '이 기간에는 내역이 없습니다',
  'statement.emptyText': '잔고 변동이 없었고 청산된 주문도 없습니다.',
};
