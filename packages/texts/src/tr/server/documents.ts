import type * as english from '../../en/server/documents.ts';
import type { TextsLike } from '../../texts-like.ts';

export const statement: TextsLike<typeof english.statement> = {
  title: 'Hesap özeti',
  account: 'Hesap',
  kind: 'Hesap türü',
  demo: 'Demo hesap: yalnızca deneme parası',
  real: 'Gerçek hesap',
  currency: 'Para birimi',
  period: 'Dönem',
  zone: 'Saat dilimi',
  madeAt: 'Düzenlenme zamanı',
  opening: 'Açılış bakiyesi',
  closing: 'Kapanış bakiyesi',
  sum: 'Toplam',
  postings: 'Bakiye değişiklikleri',
  time: 'Zaman',
  reason: 'Neden',
  order: 'Emir',
  amount: 'Tutar',
  balance: 'Sonraki bakiye',
  totals: 'Nedene göre toplamlar',
  count: 'Adet',
  orders: 'Dönemde kapatılan emirler',
  instrument: 'Enstrüman',
  side: 'Yön',
  buy: 'Alış',
  sell: 'Satış',
  lots: 'Lot',
  opened: 'Açıldı',
  closed: 'Kapandı',
  openPrice: 'Açılış fiyatı',
  closePrice: 'Kapanış fiyatı',
  beforeCosts: 'Maliyetlerden önce',
  spread: 'Spread',
  gross: 'Brüt sonuç',
  fee: 'İşlem ücreti',
  swap: 'Swap',
  net: 'Net sonuç',
  page: 'Sayfa',
  reconciled:
    'Denetlendi: açılış bakiyesi ile tüm değişiklikler kapanış bakiyesini verir; her emrin sonucu, ücreti ve swapı kaydedilenlerle aynıdır.',
  spreadNote:
    'Spread: açılıştaki (ask − bid) yarısı ve kapanıştaki yarısı × birim × çevirme kuru. Brüt sonucun içindedir. Ücret emrin açılışında alınır; kapatılan bir bölüme payı düşer.',
};

export const ownData: TextsLike<typeof english.ownData> = {
  title: 'Hakkınızda saklanan her şey',
  fields: 'Alan adları JSON dosyasındakilerdir; o dosyada bütün satırlar eksiksiz bulunur. Saatler UTC.',
  more: 'İlk {rows} satır burada; JSON dosyasında hepsi var.',
  letters: 'Bu PDF’nin yazı tipinde olmayan harfler numaralarıyla verilir, örneğin U+4E2D.',
  kinds: {
    profile: 'Profil',
    preferences: 'Tercihler',
    favourites: 'Favoriler',
    notice_choices: 'Seçilen bildirimler',
    push_devices: 'Bildirim cihazları',
    limits: 'Kendi sınırlarınız',
    ranking: 'Sıralama',
    sessions: 'Oturumlar',
    devices: 'Cihazlar',
    passkeys: 'Geçiş anahtarları',
    sign_ins: 'Girişler',
    read_articles: 'Okunan yazılar',
    notices: 'Bildirimler',
    verifications: 'Kimlik denetimleri',
    payout_methods: 'Çekme yöntemleri',
    deposits: 'Yatırmalar',
    withdrawals: 'Çekmeler',
    corrections: 'Düzeltmeler',
    live_orders: 'Açık emirler',
    ended_orders: 'Biten emirler',
    trade_notes: 'İşlem notları',
    postings: 'Kayıtlar',
    locked_postings: 'Bloke para kayıtları',
    receipts: 'Makbuzlar',
  },
};

export const takeBackPage: TextsLike<typeof english.takeBackPage> = {
  withdrawal: '{time} tarihinde {amount} tutarında para çekme talep edildi.',
  method: '{time} tarihinde {method} çekme yöntemi eklendi.',
  ask: 'Siz değil miydiniz? Giriş yapmadan buradan geri alın.',
  askMethod: 'Bu çekme yöntemiyle yapılan ve henüz onaylanmamış para çekme talepleri de iptal edilir.',
  button: 'Geri al',
  doneWithdrawal: 'Geri alındı. Tutar bakiyenize döndü.',
  doneMethod: 'Çekme yöntemi kaldırıldı ve bu yöntemle henüz onaylanmamış para çekme talepleri iptal edildi.',
  advice: 'Parolanızı şimdi sıfırlayın: başka biri hesabınıza erişebilir.',
  contact: 'Bize ulaşın:',
};

const abroad =
  'Uluslararası yaptırımlar veya kara para aklama uyarıları nedeniyle ya da oradaki yasalar bireysel müşterilerin bu tür sözleşmelerle işlem yapmasına izin vermediği için:';

export const countries: TextsLike<typeof english.countries> = {
  title: 'Hizmet vermediğimiz ülkeler',
  intro: 'Politika gereği {company}, aşağıdaki ülke ve bölgelerde hizmet vermez.',
  byLaw: {
    international: abroad,
    eu: 'Uluslararası yaptırımlar veya kara para aklama uyarıları nedeniyle ya da oradaki yasalar, Avrupa Birliği içinde de, bu tür sözleşmelerin bireysel müşterilere sunulmasına izin vermediği için:',
    uk: abroad,
  },
  byCompany: 'Şirketin kendi kararıyla:',
  means:
    'Bu ülkelerin cep telefonu numaralarıyla kayıt olunamaz; orada yaşayanlar hesap açamaz. Bu liste, şirketin uyduğu kurallardan ve ayarlarından çıkar ve her zaman günceldir.',
};
