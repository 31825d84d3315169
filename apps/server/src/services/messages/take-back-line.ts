import type { Language } from '@candor/contracts/languages';

/** Line that mails about a withdrawal's request or a new method end with, where the company's address is known (R-FND-43). */
const lines: Readonly<Record<Language, string>> = {
  hk: '可在 7 天內用此連結撤回，毋須登入：{link}',
  en: 'Take it back within 7 days by this link, without logging in: {link}',
  jp: '7 日以内に次のリンクからログインせずに取り消せます：{link}',
  kr: '7일 이내에 다음 링크에서 로그인 없이 취소할 수 있습니다: {link}',
  th: 'เรียกคืนได้ภายใน 7 วันผ่านลิงก์นี้โดยไม่ต้องเข้าสู่ระบบ: {link}',
  vn: 'Bạn có thể thu hồi trong 7 ngày bằng liên kết này, không cần đăng nhập: {link}',
  fr: 'Vous pouvez annuler dans les 7 jours par ce lien, sans vous connecter : {link}',
  de: 'Zurücknehmen können Sie es innerhalb von 7 Tagen über diesen Link, ohne sich anzumelden: {link}',
  ru: 'Отменить можно в течение 7 дней по этой ссылке, вход не нужен: {link}',
  spa: 'Puede anularlo en un plazo de 7 días con este enlace, sin iniciar sesión: {link}',
  pt: 'Pode anular no prazo de 7 dias por esta ligação, sem iniciar sessão: {link}',
  ar: 'يمكنك إلغاء ذلك خلال 7 أيام عبر هذا الرابط دون تسجيل الدخول: {link}',
  it: 'Può annullare entro 7 giorni con questo link, senza accedere: {link}',
  tr: '7 gün içinde giriş yapmadan bu bağlantıyla geri alabilirsiniz: {link}',
};

/** Returns a mail's text with the link to take back what it tells of; unchanged without a link. */
export function withTakeBackLink(text: string, language: Language, link: string | null): string {
  return link === null ? text : `${text}\n\n${lines[language].replace('{link}', link)}`;
}
