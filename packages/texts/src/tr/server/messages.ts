import type * as english from '../../en/server/messages.ts';
import type { TextsLike } from '../../texts-like.ts';

const secret = 'Kodu kimseyle paylaşmayın: {company} çalışanları sizden bu kodu asla istemez.';
const notYou = 'Bu işlemi siz yapmadıysanız hemen şifrenizi sıfırlayın ve müşteri hizmetlerine başvurun.';

export const messages: TextsLike<typeof english.messages> = {
  'code-register': {
    subject: 'Kayıt kodunuz',
    text: `{company} için kayıt kodunuz: {code}. Kod {minutes} dakika geçerlidir.\n\n${secret}\n\nBu kodu siz istemediyseniz bu mesajı dikkate almayabilirsiniz.`,
    sms: '{company}: kayıt kodunuz {code}, {minutes} dakika geçerlidir. Kimseyle paylaşmayın.',
  },
  'code-reset': {
    subject: 'Şifre sıfırlama kodunuz',
    text: `{company} için şifre sıfırlama kodunuz: {code}. Kod {minutes} dakika geçerlidir.\n\n${secret}\n\nBu kodu siz istemediyseniz bu mesajı dikkate almayabilirsiniz. Şifreniz değişmez.`,
    sms: '{company}: şifre sıfırlama kodunuz {code}, {minutes} dakika geçerlidir. Kimseyle paylaşmayın.',
  },
  'code-step-up': {
    subject: 'Onay kodunuz: kimliğinizi doğrulayın',
    text: `{company} için kimlik onay kodunuz: {code}. Kod {minutes} dakika geçerlidir.\n\n${secret}\n\nBu kodu siz istemediyseniz hesabınıza başkası erişiyor olabilir: hemen şifrenizi değiştirin.`,
    sms: '{company}: onay kodunuz {code}, {minutes} dakika geçerlidir. Kimseyle paylaşmayın.',
  },
  'already-registered': {
    subject: 'Zaten bir hesabınız var',
    text: 'Bu adres veya numarayla {company} için kayıt isteğinde bulunuldu. Zaten bir hesabınız var: lütfen giriş yapın, şifrenizi unuttuysanız sıfırlayın.\n\nBu işlemi siz yapmadıysanız bu mesajı dikkate almayabilirsiniz. Hiçbir şey değişmedi.',
    sms: '{company}: zaten bir hesabınız var. Lütfen giriş yapın, şifrenizi unuttuysanız sıfırlayın.',
  },
  'signed-in-new-device': {
    subject: 'Hesabınıza yeni giriş',
    text: `{company} hesabınıza yeni bir cihazdan giriş yapıldı.\n\nCihaz: {device}\nZaman: {timeMs}\n\n${notYou}`,
    sms: '{company}: hesabınıza başka bir cihazdan giriş yapıldı. Siz değilseniz hemen şifrenizi sıfırlayın.',
  },
  'password-changed': {
    subject: 'Şifreniz değiştirildi',
    text: `{company} hesabınızın şifresi değiştirildi.\n\nZaman: {timeMs}\n\n${notYou}`,
    sms: '{company}: şifreniz değiştirildi. Siz değilseniz hemen müşteri hizmetlerine başvurun.',
  },
  'second-factor-added': {
    subject: 'İkinci doğrulama adımı eklendi',
    text: `{company} hesabınıza ikinci doğrulama adımı eklendi.\n\nZaman: {timeMs}\n\n${notYou}`,
    sms: '{company}: hesabınıza ikinci doğrulama adımı eklendi. Siz değilseniz hemen müşteri hizmetlerine başvurun.',
  },
  'second-factor-removed': {
    subject: 'İkinci doğrulama adımı kaldırıldı',
    text: `{company} hesabınızdan bir ikinci doğrulama adımı kaldırıldı.\n\nZaman: {timeMs}\n\n${notYou}`,
    sms: '{company}: hesabınızdan ikinci doğrulama adımı kaldırıldı. Siz değilseniz hemen müşteri hizmetlerine başvurun.',
  },
  'account-closed': {
    subject: 'Hesabınız kapatıldı',
    text: '{company} hesabınızı kapattınız.\n\nZaman: {timeMs}\n\nKişisel verileriniz yasanın gerektirdiği süre boyunca saklanır, ardından silinir.\n\nBu işlemi siz yapmadıysanız hemen müşteri hizmetlerine başvurun.',
    sms: '{company}: hesabınız kapatıldı. Siz değil misiniz? Hemen müşteri hizmetlerine başvurun.',
  },
  'verification-approved': {
    subject: 'Kimliğiniz doğrulandı',
    text: 'Belgeleriniz incelendi. {company} nezdinde kimliğiniz doğrulandı, başka bir şey yapmanız gerekmiyor.',
  },
  'verification-rejected': {
    subject: 'Kimlik doğrulamanız kabul edilmedi',
    text: '{company} nezdindeki kimlik doğrulamanız kabul edilmedi.\n\nNeden: {reason}\n\nLütfen giriş yapın ve belgelerinizi yeniden gönderin.',
  },
  'margin-call': {
    subject: '{uid} numaralı hesap için teminat tamamlama çağrısı',
    text: '{company} nezdindeki {uid} numaralı hesabınızın teminat seviyesi {levelE2} düzeyine düştü.\n\nDaha da düşerse pozisyonlar otomatik olarak kapatılır. Pozisyon kapatarak veya para yatırarak seviyeyi yükseltebilirsiniz.',
  },
  'stop-out': {
    subject: 'Stop-out: {orderId} numaralı emir kapatıldı',
    text: 'Teminat seviyesi çok düştüğü için {company} nezdindeki {uid} numaralı hesabınızın {orderId} numaralı emri otomatik olarak kapatıldı.\n\nAyrıntıları emir geçmişinizde bulabilirsiniz.',
  },
  'stop-out-noticed': {
    subject: 'Stop-out seviyeniz {levelE2} oluyor',
    text: '{fromMs} itibarıyla {company} nezdindeki {uid} numaralı hesabınızın pozisyonları {levelE2} veya daha düşük teminat seviyesinde otomatik olarak kapatılır. O zamana kadar şimdiki seviye geçerlidir.\n\nPozisyon kapatarak veya para yatırarak teminat seviyenizi yükseltebilirsiniz.',
  },
  'swap-noticed': {
    subject: '{code} için swap koşulunuz kötüleşiyor',
    text: '{change}\n\nBu, {company} nezdindeki {uid} numaralı hesabınızla ilgilidir. Yanıt vermeniz gerekmez.',
  },
  'deposit-credited': {
    subject: '{amount} hesabınıza geçti',
    text: '{amount} tutarındaki para yatırma işleminiz {company} nezdindeki {uid} hesabınıza geçti. Bakiyenizi uygulamada görebilirsiniz.',
  },
  'deposit-rejected': {
    subject: 'Para yatırma işleminiz kabul edilmedi',
    text: '{company} nezdindeki {uid} hesabınıza {amount} tutarındaki para yatırma işleminiz kabul edilmedi.\n\nNedenini para yatırma geçmişinizde okuyabilirsiniz.',
  },
  'withdrawal-requested': {
    subject: '{amount} tutarında para çekme talebi',
    text: '{company} nezdindeki {uid} hesabınızdan {amount} tutarında para çekme talep edildi.\n\nSiz değil miydiniz? Giriş yapın, çekim kayıtlarından iptal edin ve şifrenizi hemen sıfırlayın.',
    sms: '{company}: {amount} çekme talebi alındı. Siz değil misiniz? İptal edip hemen şifrenizi sıfırlayın.',
  },
  'withdrawal-approved': {
    subject: '{amount} çekme talebiniz onaylandı',
    text: '{company} nezdindeki {uid} hesabınızdan {amount} tutarındaki para çekme talebiniz onaylandı ve ödenecek.\n\nTalebi siz yapmadıysanız hemen desteğe başvurun.',
  },
  'withdrawal-paid': {
    subject: '{amount} çekme talebiniz ödendi',
    text: '{company} nezdindeki {uid} hesabınızdan {amount} tutarındaki para çekme talebiniz ödendi.\n\nTalebi siz yapmadıysanız hemen desteğe başvurun.',
  },
  'withdrawal-rejected': {
    subject: 'Para çekme talebiniz reddedildi',
    text: '{company} nezdindeki {uid} hesabınızdan {amount} tutarındaki para çekme talebiniz reddedildi. Tutarın tamamı bakiyenize döndü.\n\nNedenini para çekme geçmişinizde okuyabilirsiniz.',
  },
  'withdrawal-taken-back': {
    subject: 'Para çekme talebiniz geri alındı',
    text: '{amount} tutarındaki para çekme talebiniz, bakiyeniz sıfırın altına düştüğü için geri alındı. ({company}, {uid})\n\nNedenini para çekme geçmişinizde okuyabilirsiniz.',
  },
  'correction-posted': {
    subject: 'Hesabınızda bir düzeltme',
    text: '{company} nezdindeki {uid} hesabınıza {amount} tutarında bir düzeltme işlendi. İki kişi onayladı.\n\nNedenini hesap geçmişinizde okuyabilirsiniz.',
  },
  'account-disabled': {
    subject: 'Hesabınız devre dışı bırakıldı',
    text: '{company} hesabınız devre dışı bırakıldı. Artık giriş yapamazsınız.\n\nSorularınız için lütfen müşteri hizmetlerine başvurun.',
    sms: '{company}: hesabınız devre dışı bırakıldı. Lütfen müşteri hizmetlerine başvurun.',
  },
  'method-bound': {
    subject: 'Yeni çekme yöntemi eklendi',
    text: `{company} hesabınıza bir çekme yöntemi eklendi.\n\n{method}\nZaman: {timeMs}\n\nBu yöntemle şu tarihten itibaren ödeme yapılabilir: {usableAtMs}.\n\n${notYou}`,
    sms: '{company}: yeni bir çekme yöntemi eklendi. Siz değil misiniz? Hemen şifrenizi sıfırlayın.',
  },
  'method-removed': {
    subject: 'Çekme yöntemi silindi',
    text: `{company} hesabınızdan bir çekme yöntemi silindi.\n\n{method}\nZaman: {timeMs}\n\n${notYou}`,
    sms: '{company}: bir çekme yöntemi silindi. Siz değil misiniz? Hemen şifrenizi sıfırlayın.',
  },
};

export const takeBackLine: string = '7 gün içinde giriş yapmadan bu bağlantıyla geri alabilirsiniz: {link}';
