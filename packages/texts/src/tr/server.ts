import type * as english from '../en/server.ts';
import type { TextsLike } from '../texts-like.ts';

export * from './server/documents.ts';
export * from './server/errors.ts';
export * from './server/instruments.ts';
export * from './server/messages.ts';
export * from './server/public.ts';

export const notices: TextsLike<typeof english.notices> = {
  'margin-call': 'Teminat çağrısı: varlığınız artık teminatı karşılamıyor. Para ekleyin veya pozisyon kapatın.',
  'margin-call-ended': 'Teminat çağrısı sona erdi: varlığınız teminatı yeniden karşılıyor.',
  'stop-out': 'Stop out: varlığınız çok düştüğü için {code} (emir {order}) kapatıldı. Sonuç {amount}.',
  'stop-out-paused': 'Stop out gerekiyor ve piyasa kapalı. Pozisyonlar açılışta kapanacak.',
  'stop-out-resumed': 'Bekleyen stop out kalmadı.',
  'stop-out-noticed':
    '{time} itibarıyla açık pozisyonlarınızın stop out seviyesi {level} olur. O zamana kadar şimdiki seviye geçerlidir.',
  'stop-out-raised':
    '{time} itibarıyla açık pozisyonlarınızın stop out seviyesi {level} olur; o zamana kadar {before} kalır. Pozisyon kapatarak veya para yatırarak bunun üzerinde kalırsınız.',
  'stop-out-notice-ended': 'Hesabınızın stop out seviyesi artık {level}.',
  'swap-noticed':
    '{code} ({side}): {time} itibarıyla açık pozisyonlarınızın swapı gecelik {after} puan olur; o zamana kadar {before}. Daha önce kapattığınız pozisyona uygulanmaz.',
  'swap-noticed-now':
    '{code} ({side}): swap artık gecelik {after} puan, önceden {before}. Değişiklikten sonra açılan pozisyonunuz için geçerlidir.',
  'order-cancelled': '{code} için bekleyen emir {order} iptal edildi: serbest teminat yeterli değildi.',
  'order-expired': '{code} için bekleyen emir {order} süresi doldu.',
  'negative-balance-covered': 'Bakiyeniz sıfırın altına düşmüştü. {amount} tutarını karşıladık: borcunuz yok.',
  'alert-fired': '{code}, {price} seviyesindeki alarmınıza ulaştı.',
  'swap-alert-fired': 'Açık pozisyonlarınızın bu geceki swap tutarı: {amount}.',
  'result-alert-fired': '{code} için {order} numaralı pozisyonunuz alarmınıza ulaştı: {amount}, swap dahil.',
  'margin-alert-fired': 'Teminat seviyeniz {level} ve alarmınıza ulaştı.',
  'alert-fired-percent': '{code}, alarmınızı kurduğunuzdan beri {level} hareket etti ve {price} oldu.',
  'deposit-credited': '{amount} tutarındaki para yatırma işleminiz hesabınıza geçti.',
  'deposit-rejected': '{amount} tutarındaki para yatırma işleminiz kabul edilmedi. Nedeni para yatırma geçmişinizde.',
  'withdrawal-requested': '{amount} tutarında para çekme talebi alındı.',
  'withdrawal-approved': '{amount} tutarındaki para çekme talebiniz onaylandı ve ödenecek.',
  'withdrawal-paid': '{amount} tutarındaki para çekme talebiniz ödendi.',
  'withdrawal-rejected': '{amount} tutarındaki para çekme talebiniz reddedildi. Tutarın tamamı bakiyenize döndü.',
  'withdrawal-taken-back':
    '{amount} tutarındaki para çekme talebiniz, bakiyeniz sıfırın altına düştüğü için geri alındı.',
  'correction-posted': 'Hesabınıza {amount} tutarında bir düzeltme işlendi. Nedeni hesap geçmişinizde.',
  'order-filled-buy': '{price} fiyatından {lots} {code} alındı.',
  'order-filled-sell': '{price} fiyatından {lots} {code} satıldı.',
  'order-closed': '{code}, {price} fiyatından kapatıldı. Net sonuç {amount}.',
  'stop-loss-hit': 'Zararı durdur: {code}, {price} fiyatından kapatıldı. Net sonuç {amount}.',
  'take-profit-hit': 'Kârı al: {code}, {price} fiyatından kapatıldı. Net sonuç {amount}.',
  'password-changed': 'Şifreniz değiştirildi.',
  'second-factor-added': 'Hesabınıza ikinci bir doğrulama eklendi.',
  'second-factor-removed': 'Hesabınızdan bir ikinci doğrulama kaldırıldı.',
  'signed-in-new-device': 'Hesabınız yeni bir cihazda kullanıldı.',
  'method-bound': 'Hesabınıza bir para çekme yöntemi eklendi.',
  'method-removed': 'Hesabınızdan bir para çekme yöntemi kaldırıldı.',
  'verification-approved': 'Kimliğiniz doğrulandı.',
  'verification-rejected': 'Kimlik doğrulamanız kabul edilmedi. Nedeni doğrulama sayfasındadır.',
};

export const sides: TextsLike<typeof english.sides> = { buy: 'alış', sell: 'satış' };

export const noticeEvents: TextsLike<typeof english.noticeEvents> = {
  fills: 'Emir gerçekleşti veya kapandı',
  stops: 'Zararı durdur veya kârı al gerçekleşti',
  'stop-out': 'Zorunlu kapatma (stop out)',
  'margin-call': 'Teminat çağrısı',
  alert: 'Alarm çaldı',
  'swap-alert': 'Swap alarmı',
  'result-alert': 'Pozisyon sonucu alarmı',
  'margin-alert': 'Teminat seviyesi alarmı',
  money: 'Para yatırma veya çekme',
  security: 'Yeni giriş veya değişen giriş bilgileri',
  verification: 'Kimlik doğrulama sonucu',
  terms: 'Sizin için değişen koşullar',
};

export const postings: TextsLike<typeof english.postings> = {
  'demo-grant': 'Deneme parası',
  'demo-return': 'Sıfırlamada iade edilen deneme parası',
  'trade-fee': 'İşlem ücreti',
  'trade-profit': 'Emir kârı',
  'trade-loss': 'Emir zararı',
  swap: 'Swap ücreti',
  'negative-balance': 'Eksi bakiye karşılandı',
  deposit: 'Para yatırma',
  'withdrawal-lock': 'Para çekme talebi',
  'withdrawal-release': 'Para çekme iadesi',
  'withdrawal-paid': 'Para çekme ödendi',
  'withdrawal-fee': 'Para çekme ücreti',
  correction: 'Düzeltme',
  'closing-remainder': 'Kapanışta bir sentin altında kalan tutar',
};

export const withdrawalStates: TextsLike<typeof english.withdrawalStates> = {
  requested: 'Talep edildi',
  approved: 'Onaylandı',
  paid: 'Ödendi',
  rejected: 'Reddedildi',
  cancelled: 'İptal edildi',
  held: '{time} tarihine kadar bekletiliyor',
  marketClosed: 'Pozisyonunuzun piyasasının açılması bekleniyor',
};

export const claims: TextsLike<typeof english.claims> = {
  contested:
    'Bu ödeme birden fazla kez bildirildi. Kimin ödediğini inceliyoruz ve sonucu burada göstereceğiz. Başka bir kanıtınız varsa destek ekibine gönderin.',
  lost: 'İnceleme sonucunda bu ödemenin size ait olmadığı anlaşıldı ve hesabınıza geçirilmedi. Ödemeyi siz yaptıysanız kanıtınızı destek ekibine gönderin.',
};
