import type { Language } from '@candor/contracts/languages';
import type { NoticeKind } from '@candor/domain/engine/notice';

type NoticeTexts = Readonly<Record<NoticeKind, string>>;

const en: NoticeTexts = {
  'margin-call': 'Margin call: your equity no longer covers your margin. Add funds or close positions.',
  'margin-call-ended': 'The margin call has ended: your equity covers your margin again.',
  'stop-out': 'Stop-out: {code} (order {order}) was closed because your equity fell too low. Result {amount}.',
  'stop-out-paused': 'A stop-out is due and the market is closed. Positions close when it opens.',
  'stop-out-resumed': 'No stop-out is waiting any more.',
  'order-cancelled': 'The pending order {order} for {code} was cancelled: the available prepayment was not enough.',
  'order-expired': 'The pending order {order} for {code} has expired.',
  'negative-balance-covered': 'Your balance had fallen below zero. We covered {amount}: you owe nothing.',
  'deposit-credited': 'Your deposit of {amount} has been credited.',
  'deposit-rejected': 'Your deposit of {amount} was not accepted. The reason is in your deposit history.',
  'withdrawal-requested': 'A withdrawal of {amount} was requested.',
  'withdrawal-approved': 'Your withdrawal of {amount} has been approved and will be paid out.',
  'withdrawal-paid': 'Your withdrawal of {amount} has been paid out.',
  'withdrawal-rejected': 'Your withdrawal of {amount} was rejected. The whole amount is back in your balance.',
  'withdrawal-taken-back': 'Your withdrawal of {amount} was taken back because your balance had fallen below zero.',
  'correction-posted': 'A correction of {amount} was posted to your account. The reason is in your account history.',
};

const hk: NoticeTexts = {
  'margin-call': '追加保證金通知：淨值已不足以支付保證金。請追加資金或平倉。',
  'margin-call-ended': '追加保證金通知已解除：淨值已足以支付保證金。',
  'stop-out': '強制平倉：因淨值過低，{code}（訂單 {order}）已被平倉。結果 {amount}。',
  'stop-out-paused': '須強制平倉，但市場休市。開市後將平倉。',
  'stop-out-resumed': '已無等待中的強制平倉。',
  'order-cancelled': '{code} 的掛單 {order} 已取消：可用預付款不足。',
  'order-expired': '{code} 的掛單 {order} 已到期。',
  'negative-balance-covered': '你的餘額曾低於零，我們已補足 {amount}，你無須償還。',
  'deposit-credited': '你的存款 {amount} 已入帳。',
  'deposit-rejected': '你的存款 {amount} 未獲接納，原因載於存款記錄。',
  'withdrawal-requested': '已申請提款 {amount}。',
  'withdrawal-approved': '你的提款 {amount} 已獲批准，即將支付。',
  'withdrawal-paid': '你的提款 {amount} 已支付。',
  'withdrawal-rejected': '你的提款 {amount} 已被拒絕，全數款項已退回你的餘額。',
  'withdrawal-taken-back': '因你的餘額低於零，你的提款 {amount} 已被收回。',
  'correction-posted': '你的帳戶已作出 {amount} 的更正，原因載於帳戶記錄。',
};

const jp: NoticeTexts = {
  'margin-call': 'マージンコール：純資産が必要証拠金を下回りました。入金するか、ポジションを決済してください。',
  'margin-call-ended': 'マージンコールは解除されました：純資産が再び証拠金を上回りました。',
  'stop-out': 'ロスカット：純資産の低下により {code}（注文 {order}）を決済しました。損益 {amount}。',
  'stop-out-paused': 'ロスカットが必要ですが市場が休場中です。開場後に決済されます。',
  'stop-out-resumed': '待機中のロスカットはなくなりました。',
  'order-cancelled': '{code} の指値・逆指値注文 {order} は、利用可能証拠金が不足したため取り消されました。',
  'order-expired': '{code} の注文 {order} は有効期限が切れました。',
  'negative-balance-covered': '残高がゼロを下回りましたが、当社が {amount} を補填しました。お支払いは不要です。',
  'deposit-credited': '{amount} の入金が口座に反映されました。',
  'deposit-rejected': '{amount} の入金は承認されませんでした。理由は入金履歴に記載しています。',
  'withdrawal-requested': '{amount} の出金が申請されました。',
  'withdrawal-approved': '{amount} の出金が承認されました。まもなくお支払いします。',
  'withdrawal-paid': '{amount} の出金のお支払いが完了しました。',
  'withdrawal-rejected': '{amount} の出金は却下されました。全額を残高に戻しました。',
  'withdrawal-taken-back': '残高がゼロを下回ったため、{amount} の出金は取り消されました。',
  'correction-posted': '口座に {amount} の訂正を計上しました。理由は口座履歴に記載しています。',
};

const kr: NoticeTexts = {
  'margin-call': '마진콜: 순자산이 증거금보다 적습니다. 입금하거나 포지션을 청산하세요.',
  'margin-call-ended': '마진콜이 해제되었습니다: 순자산이 다시 증거금을 충당합니다.',
  'stop-out': '강제 청산: 순자산이 너무 낮아 {code}(주문 {order})이 청산되었습니다. 결과 {amount}.',
  'stop-out-paused': '강제 청산이 필요하지만 시장이 닫혀 있습니다. 개장하면 청산됩니다.',
  'stop-out-resumed': '대기 중인 강제 청산이 없습니다.',
  'order-cancelled': '{code}의 예약 주문 {order}이 취소되었습니다: 사용 가능한 예치금이 부족합니다.',
  'order-expired': '{code}의 예약 주문 {order}이 만료되었습니다.',
  'negative-balance-covered': '잔고가 0 아래로 내려가 {amount}을 보전했습니다. 갚으실 금액은 없습니다.',
  'deposit-credited': '{amount} 입금이 계좌에 반영되었습니다.',
  'deposit-rejected': '{amount} 입금이 승인되지 않았습니다. 사유는 입금 내역에 있습니다.',
  'withdrawal-requested': '{amount} 출금이 신청되었습니다.',
  'withdrawal-approved': '{amount} 출금이 승인되었으며 곧 지급됩니다.',
  'withdrawal-paid': '{amount} 출금이 지급되었습니다.',
  'withdrawal-rejected': '{amount} 출금이 거절되었습니다. 전액이 잔고로 반환되었습니다.',
  'withdrawal-taken-back': '잔고가 0 아래로 내려가 {amount} 출금이 회수되었습니다.',
  'correction-posted': '계좌에 {amount} 정정이 반영되었습니다. 사유는 계좌 내역에 있습니다.',
};

const th: NoticeTexts = {
  'margin-call': 'มาร์จิ้นคอล: มูลค่าสุทธิไม่พอสำหรับมาร์จิ้น โปรดเติมเงินหรือปิดสถานะ',
  'margin-call-ended': 'มาร์จิ้นคอลสิ้นสุดแล้ว: มูลค่าสุทธิพอสำหรับมาร์จิ้นอีกครั้ง',
  'stop-out': 'สต็อปเอาต์: {code} (คำสั่ง {order}) ถูกปิดเพราะมูลค่าสุทธิต่ำเกินไป ผลลัพธ์ {amount}',
  'stop-out-paused': 'ต้องสต็อปเอาต์แต่ตลาดปิดอยู่ สถานะจะถูกปิดเมื่อตลาดเปิด',
  'stop-out-resumed': 'ไม่มีสต็อปเอาต์ที่รออยู่แล้ว',
  'order-cancelled': 'คำสั่งรอดำเนินการ {order} ของ {code} ถูกยกเลิก: เงินที่ใช้ได้ไม่พอ',
  'order-expired': 'คำสั่งรอดำเนินการ {order} ของ {code} หมดอายุแล้ว',
  'negative-balance-covered': 'ยอดเงินของคุณติดลบ เราชดเชยให้ {amount} คุณไม่ต้องจ่ายคืน',
  'deposit-credited': 'เงินฝากของคุณจำนวน {amount} เข้าบัญชีแล้ว',
  'deposit-rejected': 'เงินฝากของคุณจำนวน {amount} ไม่ได้รับการยอมรับ ดูเหตุผลได้ในประวัติการฝากเงิน',
  'withdrawal-requested': 'มีคำขอถอนเงิน {amount}',
  'withdrawal-approved': 'คำขอถอนเงิน {amount} ของคุณได้รับอนุมัติแล้วและจะจ่ายต่อไป',
  'withdrawal-paid': 'จ่ายเงินถอน {amount} ให้คุณแล้ว',
  'withdrawal-rejected': 'คำขอถอนเงิน {amount} ของคุณถูกปฏิเสธ เงินทั้งหมดคืนเข้ายอดเงินของคุณแล้ว',
  'withdrawal-taken-back': 'คำขอถอนเงิน {amount} ของคุณถูกเรียกคืน เพราะยอดเงินต่ำกว่าศูนย์',
  'correction-posted': 'มีการปรับปรุงรายการ {amount} ในบัญชีของคุณ ดูเหตุผลได้ในประวัติบัญชี',
};

const vn: NoticeTexts = {
  'margin-call': 'Cảnh báo ký quỹ: giá trị ròng không còn đủ cho ký quỹ. Hãy nạp thêm tiền hoặc đóng vị thế.',
  'margin-call-ended': 'Cảnh báo ký quỹ đã kết thúc: giá trị ròng lại đủ cho ký quỹ.',
  'stop-out': 'Cắt lỗ bắt buộc: {code} (lệnh {order}) đã bị đóng vì giá trị ròng quá thấp. Kết quả {amount}.',
  'stop-out-paused': 'Cần cắt lỗ bắt buộc nhưng thị trường đang đóng cửa. Vị thế sẽ đóng khi thị trường mở.',
  'stop-out-resumed': 'Không còn lệnh cắt lỗ bắt buộc nào đang chờ.',
  'order-cancelled': 'Lệnh chờ {order} của {code} đã bị hủy: số tiền khả dụng không đủ.',
  'order-expired': 'Lệnh chờ {order} của {code} đã hết hạn.',
  'negative-balance-covered': 'Số dư của bạn đã xuống dưới 0. Chúng tôi đã bù {amount}: bạn không nợ gì.',
  'deposit-credited': 'Khoản nạp {amount} của bạn đã được ghi có.',
  'deposit-rejected': 'Khoản nạp {amount} của bạn không được chấp nhận. Lý do có trong lịch sử nạp tiền.',
  'withdrawal-requested': 'Đã có yêu cầu rút {amount}.',
  'withdrawal-approved': 'Yêu cầu rút {amount} của bạn đã được duyệt và sẽ được chi trả.',
  'withdrawal-paid': 'Khoản rút {amount} của bạn đã được chi trả.',
  'withdrawal-rejected': 'Yêu cầu rút {amount} của bạn bị từ chối. Toàn bộ số tiền đã trở lại số dư.',
  'withdrawal-taken-back': 'Yêu cầu rút {amount} của bạn đã bị thu hồi vì số dư xuống dưới không.',
  'correction-posted': 'Tài khoản của bạn có một khoản điều chỉnh {amount}. Lý do có trong lịch sử tài khoản.',
};

const fr: NoticeTexts = {
  'margin-call':
    'Appel de marge : vos fonds propres ne couvrent plus la marge. Ajoutez des fonds ou fermez des positions.',
  'margin-call-ended': 'L’appel de marge est levé : vos fonds propres couvrent de nouveau la marge.',
  'stop-out':
    'Clôture forcée : {code} (ordre {order}) a été fermé, vos fonds propres étant trop bas. Résultat {amount}.',
  'stop-out-paused': 'Une clôture forcée est due et le marché est fermé. Elle aura lieu à l’ouverture.',
  'stop-out-resumed': 'Aucune clôture forcée n’est plus en attente.',
  'order-cancelled': 'L’ordre en attente {order} sur {code} a été annulé : le prépaiement disponible ne suffisait pas.',
  'order-expired': 'L’ordre en attente {order} sur {code} a expiré.',
  'negative-balance-covered': 'Votre solde était passé sous zéro. Nous avons couvert {amount} : vous ne devez rien.',
  'deposit-credited': 'Votre dépôt de {amount} a été crédité.',
  'deposit-rejected': 'Votre dépôt de {amount} n’a pas été accepté. Le motif figure dans l’historique des dépôts.',
  'withdrawal-requested': 'Un retrait de {amount} a été demandé.',
  'withdrawal-approved': 'Votre retrait de {amount} est approuvé et va être versé.',
  'withdrawal-paid': 'Votre retrait de {amount} a été versé.',
  'withdrawal-rejected': 'Votre retrait de {amount} a été refusé. La totalité est revenue sur votre solde.',
  'withdrawal-taken-back': 'Votre retrait de {amount} a été repris car votre solde était passé sous zéro.',
  'correction-posted':
    'Une régularisation de {amount} a été passée sur votre compte. Le motif figure dans l’historique du compte.',
};

const de: NoticeTexts = {
  'margin-call':
    'Margin Call: Ihr Eigenkapital deckt die Margin nicht mehr. Zahlen Sie ein oder schließen Sie Positionen.',
  'margin-call-ended': 'Der Margin Call ist beendet: Ihr Eigenkapital deckt die Margin wieder.',
  'stop-out':
    'Stop-out: {code} (Order {order}) wurde geschlossen, weil Ihr Eigenkapital zu niedrig war. Ergebnis {amount}.',
  'stop-out-paused': 'Ein Stop-out steht an, der Markt ist geschlossen. Positionen werden bei Öffnung geschlossen.',
  'stop-out-resumed': 'Es steht kein Stop-out mehr an.',
  'order-cancelled':
    'Die schwebende Order {order} für {code} wurde storniert: Die verfügbare Vorauszahlung reichte nicht.',
  'order-expired': 'Die schwebende Order {order} für {code} ist abgelaufen.',
  'negative-balance-covered':
    'Ihr Guthaben war unter null gefallen. Wir haben {amount} übernommen: Sie schulden nichts.',
  'deposit-credited': 'Ihre Einzahlung von {amount} wurde gutgeschrieben.',
  'deposit-rejected': 'Ihre Einzahlung von {amount} wurde nicht angenommen. Der Grund steht bei Ihren Einzahlungen.',
  'withdrawal-requested': 'Eine Auszahlung von {amount} wurde beantragt.',
  'withdrawal-approved': 'Ihre Auszahlung von {amount} ist genehmigt und wird ausgeführt.',
  'withdrawal-paid': 'Ihre Auszahlung von {amount} wurde ausgeführt.',
  'withdrawal-rejected': 'Ihre Auszahlung von {amount} wurde abgelehnt. Der ganze Betrag ist wieder in Ihrem Guthaben.',
  'withdrawal-taken-back':
    'Ihre Auszahlung von {amount} wurde zurückgenommen, weil Ihr Guthaben unter null gefallen war.',
  'correction-posted': 'Auf Ihrem Konto wurde eine Korrektur von {amount} gebucht. Der Grund steht im Kontoverlauf.',
};

const ru: NoticeTexts = {
  'margin-call': 'Маржин-колл: собственных средств больше не хватает на маржу. Пополните счёт или закройте позиции.',
  'margin-call-ended': 'Маржин-колл снят: собственных средств снова хватает на маржу.',
  'stop-out':
    'Стоп-аут: {code} (ордер {order}) закрыт, так как собственных средств осталось слишком мало. Результат {amount}.',
  'stop-out-paused': 'Нужен стоп-аут, но рынок закрыт. Позиции закроются после открытия.',
  'stop-out-resumed': 'Ожидающего стоп-аута больше нет.',
  'order-cancelled': 'Отложенный ордер {order} по {code} отменён: доступной предоплаты не хватило.',
  'order-expired': 'Срок отложенного ордера {order} по {code} истёк.',
  'negative-balance-covered': 'Ваш баланс опустился ниже нуля. Мы покрыли {amount}: вы ничего не должны.',
  'deposit-credited': 'Ваше пополнение на {amount} зачислено.',
  'deposit-rejected': 'Ваше пополнение на {amount} не принято. Причина указана в истории пополнений.',
  'withdrawal-requested': 'Запрошен вывод {amount}.',
  'withdrawal-approved': 'Вывод средств на {amount} одобрен и будет выплачен.',
  'withdrawal-paid': 'Вывод средств на {amount} выплачен.',
  'withdrawal-rejected': 'Вывод средств на {amount} отклонён. Вся сумма возвращена на баланс.',
  'withdrawal-taken-back': 'Вывод средств на {amount} отозван, так как баланс опустился ниже нуля.',
  'correction-posted': 'На вашем счёте проведена корректировка на {amount}. Причина указана в истории счёта.',
};

const spa: NoticeTexts = {
  'margin-call': 'Aviso de margen: su patrimonio ya no cubre el margen. Añada fondos o cierre posiciones.',
  'margin-call-ended': 'El aviso de margen ha terminado: su patrimonio vuelve a cubrir el margen.',
  'stop-out':
    'Cierre forzoso: {code} (orden {order}) se cerró porque su patrimonio era demasiado bajo. Resultado {amount}.',
  'stop-out-paused': 'Corresponde un cierre forzoso y el mercado está cerrado. Se hará al abrir.',
  'stop-out-resumed': 'Ya no hay ningún cierre forzoso pendiente.',
  'order-cancelled': 'La orden pendiente {order} de {code} se canceló: el prepago disponible no era suficiente.',
  'order-expired': 'La orden pendiente {order} de {code} ha caducado.',
  'negative-balance-covered': 'Su saldo había quedado por debajo de cero. Hemos cubierto {amount}: no debe nada.',
  'deposit-credited': 'Su depósito de {amount} se ha abonado.',
  'deposit-rejected': 'Su depósito de {amount} no se ha aceptado. El motivo figura en el historial de depósitos.',
  'withdrawal-requested': 'Se ha solicitado una retirada de {amount}.',
  'withdrawal-approved': 'Su retirada de {amount} está aprobada y se pagará.',
  'withdrawal-paid': 'Su retirada de {amount} se ha pagado.',
  'withdrawal-rejected': 'Su retirada de {amount} se ha rechazado. Todo el importe ha vuelto a su saldo.',
  'withdrawal-taken-back': 'Su retirada de {amount} se ha revertido porque su saldo había caído por debajo de cero.',
  'correction-posted':
    'Se ha anotado una corrección de {amount} en su cuenta. El motivo figura en el historial de la cuenta.',
};

const pt: NoticeTexts = {
  'margin-call': 'Chamada de margem: o seu património já não cobre a margem. Adicione fundos ou feche posições.',
  'margin-call-ended': 'A chamada de margem terminou: o seu património volta a cobrir a margem.',
  'stop-out':
    'Fecho forçado: {code} (ordem {order}) foi fechada porque o seu património estava demasiado baixo. Resultado {amount}.',
  'stop-out-paused': 'É devido um fecho forçado e o mercado está fechado. Será feito na abertura.',
  'stop-out-resumed': 'Já não há fecho forçado à espera.',
  'order-cancelled': 'A ordem pendente {order} de {code} foi cancelada: o pré-pagamento disponível não chegava.',
  'order-expired': 'A ordem pendente {order} de {code} expirou.',
  'negative-balance-covered': 'O seu saldo tinha ficado abaixo de zero. Cobrimos {amount}: não deve nada.',
  'deposit-credited': 'O seu depósito de {amount} foi creditado.',
  'deposit-rejected': 'O seu depósito de {amount} não foi aceite. O motivo está no histórico de depósitos.',
  'withdrawal-requested': 'Foi pedido um levantamento de {amount}.',
  'withdrawal-approved': 'O seu levantamento de {amount} foi aprovado e será pago.',
  'withdrawal-paid': 'O seu levantamento de {amount} foi pago.',
  'withdrawal-rejected': 'O seu levantamento de {amount} foi recusado. Todo o valor voltou ao seu saldo.',
  'withdrawal-taken-back':
    'O seu levantamento de {amount} foi revertido porque o seu saldo tinha descido abaixo de zero.',
  'correction-posted': 'Foi lançada na sua conta uma correção de {amount}. O motivo está no histórico da conta.',
};

const ar: NoticeTexts = {
  'margin-call': 'نداء الهامش: لم تعد القيمة الصافية تغطي الهامش. أضف أموالًا أو أغلق صفقات.',
  'margin-call-ended': 'انتهى نداء الهامش: القيمة الصافية تغطي الهامش من جديد.',
  'stop-out': 'إغلاق إجباري: أُغلق {code} (الأمر {order}) لأن القيمة الصافية انخفضت كثيرًا. النتيجة {amount}.',
  'stop-out-paused': 'يلزم إغلاق إجباري والسوق مغلق. ستُغلق الصفقات عند الافتتاح.',
  'stop-out-resumed': 'لم يعد هناك إغلاق إجباري قيد الانتظار.',
  'order-cancelled': 'أُلغي الأمر المعلق {order} على {code}: الدفعة المقدمة المتاحة لم تكن كافية.',
  'order-expired': 'انتهت مدة الأمر المعلق {order} على {code}.',
  'negative-balance-covered': 'انخفض رصيدك تحت الصفر وقد غطينا {amount}: لا يترتب عليك شيء.',
  'deposit-credited': 'تم قيد إيداعك بمبلغ {amount}.',
  'deposit-rejected': 'لم يُقبل إيداعك بمبلغ {amount}. السبب مذكور في سجل الإيداعات.',
  'withdrawal-requested': 'طُلب سحب بمبلغ {amount}.',
  'withdrawal-approved': 'تمت الموافقة على سحبك بمبلغ {amount} وسيُدفع.',
  'withdrawal-paid': 'تم دفع سحبك بمبلغ {amount}.',
  'withdrawal-rejected': 'رُفض سحبك بمبلغ {amount}. عاد المبلغ كاملًا إلى رصيدك.',
  'withdrawal-taken-back': 'استُرجع سحبك بمبلغ {amount} لأن رصيدك انخفض دون الصفر.',
  'correction-posted': 'تم قيد تصحيح بمبلغ {amount} في حسابك. السبب مذكور في سجل الحساب.',
};

const it: NoticeTexts = {
  'margin-call': 'Richiamo di margine: il patrimonio non copre più il margine. Aggiunga fondi o chiuda posizioni.',
  'margin-call-ended': 'Il richiamo di margine è terminato: il patrimonio copre di nuovo il margine.',
  'stop-out':
    'Chiusura forzata: {code} (ordine {order}) è stato chiuso perché il patrimonio era troppo basso. Risultato {amount}.',
  'stop-out-paused': 'È dovuta una chiusura forzata e il mercato è chiuso. Avverrà all’apertura.',
  'stop-out-resumed': 'Nessuna chiusura forzata è più in attesa.',
  'order-cancelled': 'L’ordine in sospeso {order} su {code} è stato annullato: l’anticipo disponibile non bastava.',
  'order-expired': 'L’ordine in sospeso {order} su {code} è scaduto.',
  'negative-balance-covered': 'Il saldo era sceso sotto zero. Abbiamo coperto {amount}: non deve nulla.',
  'deposit-credited': 'Il suo deposito di {amount} è stato accreditato.',
  'deposit-rejected': 'Il suo deposito di {amount} non è stato accettato. Il motivo è nello storico dei depositi.',
  'withdrawal-requested': 'È stato chiesto un prelievo di {amount}.',
  'withdrawal-approved': 'Il suo prelievo di {amount} è approvato e verrà pagato.',
  'withdrawal-paid': 'Il suo prelievo di {amount} è stato pagato.',
  'withdrawal-rejected': 'Il suo prelievo di {amount} è stato respinto. L’intero importo è tornato nel saldo.',
  'withdrawal-taken-back': 'Il suo prelievo di {amount} è stato revocato perché il saldo era sceso sotto zero.',
  'correction-posted':
    'Sul suo conto è stata registrata una rettifica di {amount}. Il motivo è nello storico del conto.',
};

const tr: NoticeTexts = {
  'margin-call': 'Teminat çağrısı: varlığınız artık teminatı karşılamıyor. Para ekleyin veya pozisyon kapatın.',
  'margin-call-ended': 'Teminat çağrısı sona erdi: varlığınız teminatı yeniden karşılıyor.',
  'stop-out': 'Zorunlu kapatma: varlığınız çok düştüğü için {code} (emir {order}) kapatıldı. Sonuç {amount}.',
  'stop-out-paused': 'Zorunlu kapatma gerekiyor ve piyasa kapalı. Pozisyonlar açılışta kapanacak.',
  'stop-out-resumed': 'Bekleyen zorunlu kapatma kalmadı.',
  'order-cancelled': '{code} için bekleyen emir {order} iptal edildi: kullanılabilir ön ödeme yeterli değildi.',
  'order-expired': '{code} için bekleyen emir {order} süresi doldu.',
  'negative-balance-covered': 'Bakiyeniz sıfırın altına düşmüştü. {amount} tutarını karşıladık: borcunuz yok.',
  'deposit-credited': '{amount} tutarındaki para yatırma işleminiz hesabınıza geçti.',
  'deposit-rejected': '{amount} tutarındaki para yatırma işleminiz kabul edilmedi. Nedeni para yatırma geçmişinizde.',
  'withdrawal-requested': '{amount} tutarında para çekme talebi alındı.',
  'withdrawal-approved': '{amount} tutarındaki para çekme talebiniz onaylandı ve ödenecek.',
  'withdrawal-paid': '{amount} tutarındaki para çekme talebiniz ödendi.',
  'withdrawal-rejected': '{amount} tutarındaki para çekme talebiniz reddedildi. Tutarın tamamı bakiyenize döndü.',
  'withdrawal-taken-back':
    '{amount} tutarındaki para çekme talebiniz, bakiyeniz sıfırın altına düştüğü için geri alındı.',
  'correction-posted': 'Hesabınıza {amount} tutarında bir düzeltme işlendi. Nedeni hesap geçmişinizde.',
};

const texts: Readonly<Record<Language, NoticeTexts>> = { hk, en, jp, kr, th, vn, fr, de, ru, spa, pt, ar, it, tr };

/** A notice in the reader's language, its holes filled. */
export function noticeText(
  kind: NoticeKind,
  language: Language,
  values: { readonly code: string; readonly order: string; readonly amount: string },
): string {
  return texts[language][kind].replace(/\{(code|order|amount)\}/g, (_, hole: keyof typeof values) => values[hole]);
}
