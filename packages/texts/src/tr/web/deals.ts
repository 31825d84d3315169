import type * as english from '../../en/web/deals.ts';
import type { TextsLike } from '../../texts-like.ts';

export const deals: TextsLike<typeof english.deals> = {
  'trade.pairPrice': 'İkinci emrin fiyatı',
  'oco.title': 'Biri diğerini iptal eder',
  'oco.text': 'İki emirden biri gerçekleşince diğeri iptal edilir.',
  'oco.side': 'İkinci emrin yönü',
  'oco.rest': 'Lot, çarpan, bitiş ve stop mesafeleri ilk emrinkilerdir.',
  'oco.placed': 'İki emir de verildi ve bağlandı',
  'oco.firstOnly': 'İlk emir verildi, ikincisi verilemedi: {reason}',
  'oco.link': 'Başka bir emre bağla',
  'oco.unlink': 'Bağı kaldır',
  'oco.choose': 'Diğer bekleyen emirler',
  'oco.linked': 'Emirler bağlandı',
  'oco.unlinked': 'Bağ kaldırıldı',
  'oco.none': 'Bağlanacak emir yok',
  'oco.noneText': 'Önce başka bir bekleyen emir verin. Zaten bağlı emirler gösterilmez.',
  'oco.tag': 'Bağlı',
  'order.edit': 'Emri düzenle',
  'order.pickDay': 'Gün seç',
  'order.notFound': 'Emir bulunamadı',
  'order.notFoundText': 'Bu hesapta bu numarada emir yok.',
};
