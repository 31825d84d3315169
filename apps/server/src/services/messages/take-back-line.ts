import type { Language } from '@candor/contracts/languages';

/** Line that mails about a withdrawal's request or a new method end with, where the company's address is known (R-FND-43). */
const lines: Readonly<Record<Language, string>> = {
  hk: '如非你本人操作，可在 7 天內用此連結撤回，毋須登入：{link}',
  en: 'If it was not you, take it back within 7 days by this link, without logging in: {link}',
  jp: 'お心当たりがない場合は、7 日以内に次のリンクからログインせずに取り消せます：{link}',
  kr: '본인이 아니라면 7일 이내에 다음 링크에서 로그인 없이 취소하십시오: {link}',
  th: 'หากไม่ใช่คุณ เรียกคืนได้ภายใน 7 วันผ่านลิงก์นี้โดยไม่ต้องเข้าสู่ระบบ: {link}',
  vn: 'Nếu không phải bạn, hãy thu hồi trong 7 ngày bằng liên kết này, không cần đăng nhập: {link}',
  fr: 'Si ce n’était pas vous, annulez dans les 7 jours par ce lien, sans vous connecter : {link}',
  de: 'Waren Sie es nicht, nehmen Sie es innerhalb von 7 Tagen über diesen Link zurück, ohne sich anzumelden: {link}',
  ru: 'Если это были не вы, отмените в течение 7 дней по этой ссылке, вход не нужен: {link}',
  spa: 'Si no fue usted, anúlelo en un plazo de 7 días con este enlace, sin iniciar sesión: {link}',
  pt: 'Se não foi você, anule no prazo de 7 dias por esta ligação, sem iniciar sessão: {link}',
  ar: 'إن لم تكن أنت، فألغِ ذلك خلال 7 أيام عبر هذا الرابط دون تسجيل الدخول: {link}',
  it: 'Se non è stato lei, annulli entro 7 giorni con questo link, senza accedere: {link}',
  tr: 'Siz değilseniz, 7 gün içinde giriş yapmadan bu bağlantıyla geri alın: {link}',
};

/** Returns a mail's text with the link to take back what it tells of; unchanged without a link. */
export function withTakeBackLink(text: string, language: Language, link: string | null): string {
  return link === null ? text : `${text}\n\n${lines[language].replace('{link}', link)}`;
}
