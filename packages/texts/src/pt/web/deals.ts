import type * as english from '../../en/web/deals.ts';
import type { TextsLike } from '../../texts-like.ts';

export const deals: TextsLike<typeof english.deals> = {
  'trade.pairPrice': 'Preço da segunda ordem',
  'oco.title': 'Uma cancela a outra',
  'oco.text': 'Quando uma das duas ordens é executada, a outra é cancelada.',
  'oco.side': 'Lado da segunda ordem',
  'oco.rest': 'Lotes, multiplicador, validade e distâncias dos stops são os da primeira ordem.',
  'oco.placed': 'As duas ordens estão colocadas e ligadas',
  'oco.firstOnly': 'A primeira ordem está colocada, a segunda não: {reason}',
  'oco.link': 'Ligar a outra ordem',
  'oco.unlink': 'Remover a ligação',
  'oco.choose': 'Outras ordens pendentes',
  'oco.linked': 'As ordens estão ligadas',
  'oco.unlinked': 'A ligação foi removida',
  'oco.none': 'Nenhuma ordem para ligar',
  'oco.noneText': 'Coloque antes outra ordem pendente. As ordens já ligadas não aparecem.',
  'oco.tag': 'Ligada',
  'order.edit': 'Editar ordem',
  'order.pickDay': 'Escolher um dia',
  'order.notFound': 'Ordem não encontrada',
  'order.notFoundText': 'Esta conta não tem nenhuma ordem com este número.',
};
