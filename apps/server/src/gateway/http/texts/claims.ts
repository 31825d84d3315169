import type { Language } from '@candor/contracts/languages';

type Told = 'contested' | 'lost';

/** The same words for every claimant and for a payment that was credited: they tell nothing of another account (R-FND-44). */
const texts: Readonly<Record<Language, Readonly<Record<Told, string>>>> = {
  hk: {
    contested: '此付款收到多於一項申報，我們正在查核由誰支付。結果會在此顯示；如有付款證明，請傳送給客服。',
    lost: '經查核，此付款並非由您支付，因此未入帳。如您確為付款人，請把付款證明傳送給客服。',
  },
  en: {
    contested:
      'This payment was reported more than once. We are checking who paid it and show the result here. If you have further proof, send it to support.',
    lost: 'We found that this payment was not yours, so it was not credited. If you did pay it, send your proof of payment to support.',
  },
  jp: {
    contested:
      'この入金には複数の申告があります。どなたのお支払いかを確認中で、結果はここに表示します。ほかに証明があればサポートへお送りください。',
    lost: '確認の結果、この入金はお客様のお支払いではないと判断し、反映しませんでした。お支払いになった場合は証明をサポートへお送りください。',
  },
  kr: {
    contested:
      '이 결제는 두 번 이상 신고되었습니다. 누가 지급했는지 확인 중이며 결과는 여기에 표시됩니다. 추가 증빙이 있으면 고객지원에 보내 주십시오.',
    lost: '확인 결과 이 결제는 귀하의 결제가 아니어서 입금되지 않았습니다. 직접 지급하셨다면 지급 증빙을 고객지원에 보내 주십시오.',
  },
  th: {
    contested:
      'การชำระเงินนี้ถูกแจ้งมากกว่าหนึ่งครั้ง เรากำลังตรวจสอบว่าใครเป็นผู้จ่ายและจะแสดงผลที่นี่ หากมีหลักฐานเพิ่มเติม โปรดส่งให้ฝ่ายสนับสนุน',
    lost: 'ตรวจสอบแล้วพบว่าการชำระเงินนี้ไม่ใช่ของคุณ จึงไม่ได้เข้าบัญชี หากคุณเป็นผู้จ่ายจริง โปรดส่งหลักฐานให้ฝ่ายสนับสนุน',
  },
  vn: {
    contested:
      'Khoản thanh toán này được báo nhiều hơn một lần. Chúng tôi đang kiểm tra ai đã trả và sẽ hiển thị kết quả tại đây. Nếu có thêm bằng chứng, hãy gửi cho bộ phận hỗ trợ.',
    lost: 'Kết quả kiểm tra cho thấy khoản thanh toán này không phải của bạn nên không được ghi có. Nếu chính bạn đã trả, hãy gửi bằng chứng cho bộ phận hỗ trợ.',
  },
  fr: {
    contested:
      'Ce paiement a été déclaré plus d’une fois. Nous vérifions qui l’a effectué et affichons le résultat ici. Si vous avez une autre preuve, envoyez-la à l’assistance.',
    lost: 'Nous avons constaté que ce paiement n’est pas le vôtre ; il n’a pas été crédité. Si vous l’avez effectué, envoyez votre preuve de paiement à l’assistance.',
  },
  de: {
    contested:
      'Diese Zahlung wurde mehr als einmal gemeldet. Wir prüfen, wer sie geleistet hat, und zeigen das Ergebnis hier. Weitere Nachweise senden Sie bitte an den Support.',
    lost: 'Die Prüfung ergab, dass diese Zahlung nicht von Ihnen stammt; sie wurde nicht gutgeschrieben. Haben Sie sie geleistet, senden Sie bitte Ihren Nachweis an den Support.',
  },
  ru: {
    contested:
      'Этот платёж заявлен более одного раза. Мы проверяем, кто его сделал, и покажем результат здесь. Если у вас есть другие подтверждения, отправьте их в поддержку.',
    lost: 'Проверка показала, что этот платёж сделан не вами, поэтому он не зачислен. Если платили вы, отправьте подтверждение в поддержку.',
  },
  spa: {
    contested:
      'Este pago se ha declarado más de una vez. Estamos comprobando quién lo hizo y mostraremos el resultado aquí. Si tiene más pruebas, envíelas al soporte.',
    lost: 'Hemos comprobado que este pago no es suyo, por lo que no se ha abonado. Si lo hizo usted, envíe su comprobante al soporte.',
  },
  pt: {
    contested:
      'Este pagamento foi declarado mais de uma vez. Estamos a verificar quem o fez e mostramos o resultado aqui. Se tiver outra prova, envie-a ao apoio.',
    lost: 'Verificámos que este pagamento não é seu, por isso não foi creditado. Se foi feito por si, envie o comprovativo ao apoio.',
  },
  ar: {
    contested:
      'تم الإبلاغ عن هذه الدفعة أكثر من مرة. نتحقق ممن دفعها وسنعرض النتيجة هنا. إن كان لديك إثبات آخر فأرسله إلى الدعم.',
    lost: 'تبيّن لنا أن هذه الدفعة ليست لك، لذلك لم تُضف إلى رصيدك. إن كنت أنت من دفعها فأرسل إثبات الدفع إلى الدعم.',
  },
  it: {
    contested:
      'Questo pagamento è stato dichiarato più di una volta. Stiamo verificando chi lo ha effettuato e mostreremo qui il risultato. Se ha altre prove, le invii all’assistenza.',
    lost: 'Abbiamo verificato che questo pagamento non è suo, perciò non è stato accreditato. Se lo ha effettuato lei, invii la prova all’assistenza.',
  },
  tr: {
    contested:
      'Bu ödeme birden fazla kez bildirildi. Kimin ödediğini inceliyoruz ve sonucu burada göstereceğiz. Başka bir kanıtınız varsa destek ekibine gönderin.',
    lost: 'İnceleme sonucunda bu ödemenin size ait olmadığı anlaşıldı ve hesabınıza geçirilmedi. Ödemeyi siz yaptıysanız kanıtınızı destek ekibine gönderin.',
  },
};

/** What a claimant is told of a payment that several accounts report. */
export function claimText(told: Told, language: Language): string {
  return texts[language][told];
}
