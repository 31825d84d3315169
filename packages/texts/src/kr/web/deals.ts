import type * as english from '../../en/web/deals.ts';
import type { TextsLike } from '../../texts-like.ts';

export const deals: TextsLike<typeof english.deals> = {
  'trade.pairPrice': '두 번째 주문 가격',
  'oco.title': '하나가 체결되면 다른 하나 취소',
  'oco.text': '두 주문 중 하나가 체결되면 다른 하나는 취소됩니다.',
  'oco.side': '두 번째 주문의 방향',
  'oco.rest': '랏, 배수, 만료, 스탑 거리는 첫 번째 주문과 같습니다.',
  'oco.placed': '두 주문을 내고 연결했습니다',
  'oco.firstOnly': '첫 번째 주문은 접수되었지만 두 번째는 아닙니다: {reason}',
  'oco.link': '다른 주문과 연결',
  'oco.unlink': '연결 해제',
  'oco.choose': '다른 대기 주문',
  'oco.linked': '주문을 연결했습니다',
  'oco.unlinked': '연결을 해제했습니다',
  'oco.none': '연결할 주문이 없습니다',
  'oco.noneText': '먼저 다른 대기 주문을 내세요. 이미 연결된 주문은 표시되지 않습니다.',
  'oco.tag': '연결됨',
  'order.edit': '주문 수정',
  'order.pickDay': '날짜 선택',
  'order.notFound': '주문을 찾을 수 없습니다',
  'order.notFoundText': '이 계좌에는 이 번호의 주문이 없습니다.',
};
