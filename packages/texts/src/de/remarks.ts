import type { Remarks } from '../remarks.ts';

export const remarks: Remarks = {
  withdrawal: {
    payee:
      'Wir zahlen nur auf ein Konto aus, das auf Ihren Namen läuft. Bitte hinterlegen Sie eines und beantragen Sie die Auszahlung erneut.',
    source: 'Bitte zahlen Sie zuerst auf das Konto oder die Adresse aus, von der Sie eingezahlt haben.',
    document: 'Ihr Ausweis ist abgelaufen. Bitte senden Sie einen gültigen und beantragen Sie die Auszahlung erneut.',
    bank: 'Ihre Bank hat die Zahlung zurückgesandt. Bitte prüfen Sie die Kontodaten und beantragen Sie die Auszahlung erneut.',
    asked: 'Wie gewünscht storniert. Der Betrag ist wieder verfügbar.',
  },
  deposit: {
    notFound:
      'Wir haben diese Zahlung nicht gefunden. Bitte prüfen Sie Verwendungszweck und Datum und melden Sie sie erneut.',
    amount: 'Der eingegangene Betrag ist nicht der gemeldete. Bitte melden Sie den Betrag, den Sie gesendet haben.',
    proof: 'Das Bild zeigt die Zahlung nicht. Bitte melden Sie sie erneut mit einem lesbaren Beleg.',
    otherName: 'Die Zahlung kam von einem Konto, das nicht auf Ihren Namen läuft; wir können sie nicht gutschreiben.',
  },
  verification: {
    blurred: 'Die Bilder sind nicht lesbar. Bitte nehmen Sie sie bei gutem Licht noch einmal auf.',
    cropped: 'Eine Ecke des Ausweises fehlt. Bitte zeigen Sie den ganzen Ausweis.',
    expired: 'Der Ausweis ist abgelaufen. Bitte senden Sie einen gültigen.',
    otherName:
      'Der eingegebene Name ist nicht der Name auf dem Ausweis. Bitte geben Sie ihn so ein, wie er gedruckt ist.',
    kind: 'Diese Art von Dokument können wir nicht annehmen. Bitte senden Sie einen Reisepass oder Personalausweis.',
  },
};
