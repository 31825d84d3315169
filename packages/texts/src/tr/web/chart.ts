import type * as english from '../../en/web/chart.ts';
import type { TextsLike } from '../../texts-like.ts';

export const chart: TextsLike<typeof english.chart> = {
  'chart.sessions': 'İşlem seansları',
  'chart.sessionsHint': 'Her merkezin kendi saatine göre olağan saatler. Grafiğin altındaki saat: {zone}.',
  'chart.sessionsNotHere': 'Bir saat veya daha kısa çubuklarda çizilir.',
  'chart.ticksNote': 'Bu sayfa açıldığından beri gelen fiyatlar, en çok son {count}',
  'chart.notOnTicks': 'Tek tek fiyatların grafiğinde çizilmez.',
  'chart.full': 'Tam ekran',
  'chart.leaveFull': 'Tam ekrandan çık',
  'chart.moveKeys': 'Tuşları öbür yana taşı',
  'chart.setOnChart': 'Grafikte belirle',
  'chart.dragToSet': 'Fiyatı belirlemek için çizgiyi sürükleyin',
  'chart.magnet': 'Mıknatıs: noktalar çubuğun fiyatlarına oturur',
  'chart.drawingColour': 'Renk {number}/{count}',
  'chart.sideBySide': 'Yan yana grafikler',
  'chart.place': 'Grafik {number}',
  'chart.toTicket': '{number}. grafikten işlem yap',
  'chart.link': '{number}. grafiği diğerlerine bağla',
  'chart.linkedHint': 'Bağlı grafikler artı imlecini aynı zamanda gösterir.',
  'chart.sameInstrument': 'Bağlı grafiklerde aynı ürün',
  'chart.samePeriod': 'Bağlı grafiklerde aynı dönem',
};
