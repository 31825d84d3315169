import type { enStatement } from './en-statement.ts';
import type { TextsLike } from './plural.ts';

/** Texts of the statement. */
export const trStatement: TextsLike<typeof enStatement> = {
  'statement.title': 'Hesap özeti',
  'statement.period': 'Dönem',
  'statement.thisMonth': 'Bu ay',
  'statement.lastMonth': 'Geçen ay',
  'statement.own': 'Başka tarihler',
  'statement.from': 'Başlangıç',
  'statement.to': 'Bitiş',
  'statement.opening': 'Açılış bakiyesi',
  'statement.changes': 'Hareketler',
  'statement.closing': 'Kapanış bakiyesi',
  'statement.costs': 'Dönemde kapanan emirler',
  'statement.orders': 'Emirler',
  'statement.beforeCosts': 'Maliyetlerden önce',
  'statement.spread': 'Spread',
  'statement.fee': 'Komisyon',
  'statement.swap': 'Swap',
  'statement.net': 'Net sonuç',
  'statement.zone': 'Tam günler, New York saati',
  'statement.pdf': 'PDF indir',
  'statement.csv': 'CSV indir',
  'statement.errorTitle': 'Hesap özeti yüklenemedi',
  'statement.emptyTitle': 'Bu dönemde hareket yok',
  'statement.emptyText': 'Bakiye değişmedi ve hiçbir emir kapanmadı.',
};
