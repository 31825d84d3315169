import type { CountriesText } from '../countries-text.ts';

const abroad =
  'Do lệnh trừng phạt quốc tế hoặc cảnh báo về rửa tiền, hoặc do luật pháp nơi đó không cho phép khách hàng cá nhân giao dịch loại hợp đồng này:';

export const text: CountriesText = {
  title: 'Các quốc gia chúng tôi không phục vụ',
  intro: 'Vì lý do chính sách, {company} không cung cấp dịch vụ tại các quốc gia và vùng lãnh thổ sau đây.',
  byLaw: {
    international: abroad,
    eu: 'Do lệnh trừng phạt quốc tế hoặc cảnh báo về rửa tiền, hoặc do luật pháp nơi đó, kể cả trong Liên minh châu Âu, không cho phép chào bán loại hợp đồng này cho khách hàng cá nhân:',
    uk: abroad,
  },
  byCompany: 'Theo quyết định của chính công ty:',
  means:
    'Không thể đăng ký bằng số di động của những nơi này, và người sinh sống tại đó không được mở tài khoản. Danh sách này dựa trên các quy định mà công ty tuân theo và cài đặt của công ty, và luôn là danh sách hiện hành.',
};
