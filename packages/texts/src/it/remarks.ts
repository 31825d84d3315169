import type { Remarks } from '../remarks.ts';

export const remarks: Remarks = {
  withdrawal: {
    payee: 'Paghiamo solo su un conto intestato a Lei. Ne aggiunga uno e richieda di nuovo il prelievo.',
    source: 'Prelevi prima sul conto o sull’indirizzo da cui ha versato.',
    document: 'Il Suo documento d’identità è scaduto. Ne invii uno valido e richieda di nuovo il prelievo.',
    bank: 'La Sua banca ha restituito il pagamento. Controlli i dati del conto e richieda di nuovo il prelievo.',
    asked: 'Annullato come richiesto. L’importo è di nuovo disponibile.',
  },
  deposit: {
    notFound: 'Non abbiamo trovato questo pagamento. Controlli causale e data e lo segnali di nuovo.',
    amount: 'L’importo arrivato non è quello segnalato. Segnali l’importo che ha inviato.',
    proof: 'L’immagine non mostra il pagamento. Lo segnali di nuovo con una ricevuta leggibile.',
    otherName: 'Il pagamento arriva da un conto non intestato a Lei, quindi non possiamo accreditarlo.',
  },
  verification: {
    blurred: 'Le foto non si leggono. Le scatti di nuovo con una buona luce.',
    cropped: 'Manca un angolo del documento. Mostri il documento intero.',
    expired: 'Il documento è scaduto. Ne invii uno valido.',
    otherName: 'Il nome inserito non è quello del documento. Lo inserisca come è stampato.',
    kind: 'Non possiamo accettare questo tipo di documento. Invii un passaporto o una carta d’identità.',
  },
};
