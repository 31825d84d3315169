import type { CountriesText } from '../countries-text.ts';

const abroad =
  'Uluslararası yaptırımlar veya kara para aklama uyarıları nedeniyle ya da oradaki yasalar bireysel müşterilerin bu tür sözleşmelerle işlem yapmasına izin vermediği için:';

export const text: CountriesText = {
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
