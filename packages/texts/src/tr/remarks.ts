import type { Remarks } from '../remarks.ts';

export const remarks: Remarks = {
  withdrawal: {
    payee:
      'Yalnızca kendi adınıza olan bir hesaba ödeme yaparız. Lütfen böyle bir hesap ekleyip çekimi yeniden isteyin.',
    source: 'Lütfen önce para yatırdığınız hesaba veya adrese çekim yapın.',
    document: 'Kimlik belgenizin süresi dolmuş. Lütfen geçerli bir belge gönderip çekimi yeniden isteyin.',
    bank: 'Bankanız ödemeyi geri gönderdi. Lütfen hesap bilgilerini kontrol edip çekimi yeniden isteyin.',
    asked: 'İsteğiniz üzerine iptal edildi. Tutar yeniden kullanılabilir.',
  },
  deposit: {
    notFound: 'Bu ödemeyi bulamadık. Lütfen referansını ve tarihini kontrol edip yeniden bildirin.',
    amount: 'Gelen tutar bildirilen tutar değil. Lütfen gönderdiğiniz tutarı bildirin.',
    proof: 'Resim ödemeyi göstermiyor. Lütfen okunaklı bir dekontla yeniden bildirin.',
    otherName: 'Ödeme sizin adınıza olmayan bir hesaptan geldi, bu yüzden hesabınıza geçiremiyoruz.',
  },
  verification: {
    blurred: 'Fotoğraflar okunmuyor. Lütfen iyi ışıkta yeniden çekin.',
    cropped: 'Belgenin bir köşesi eksik. Lütfen belgenin tamamını gösterin.',
    expired: 'Belgenin süresi dolmuş. Lütfen geçerli bir belge gönderin.',
    otherName: 'Girilen ad belgedeki ad değil. Lütfen basıldığı gibi girin.',
    kind: 'Bu tür belgeyi kabul edemiyoruz. Lütfen pasaport veya kimlik kartı gönderin.',
  },
};
