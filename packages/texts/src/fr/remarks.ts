import type { Remarks } from '../remarks.ts';

export const remarks: Remarks = {
  withdrawal: {
    payee: 'Nous payons uniquement sur un compte à votre nom. Ajoutez-en un, puis refaites la demande de retrait.',
    source: 'Veuillez d’abord retirer vers le compte ou l’adresse qui a servi à votre dépôt.',
    document: 'Votre pièce d’identité a expiré. Envoyez-en une valable, puis refaites la demande de retrait.',
    bank: 'Votre banque a renvoyé le paiement. Vérifiez les coordonnées du compte, puis refaites la demande de retrait.',
    asked: 'Annulé à votre demande. Le montant est de nouveau disponible.',
  },
  deposit: {
    notFound: 'Nous n’avons pas trouvé ce paiement. Vérifiez sa référence et sa date, puis déclarez-le à nouveau.',
    amount: 'Le montant reçu n’est pas celui déclaré. Veuillez déclarer le montant envoyé.',
    proof: 'L’image ne montre pas le paiement. Déclarez-le à nouveau avec un reçu lisible.',
    otherName: 'Le paiement provient d’un compte qui n’est pas à votre nom ; nous ne pouvons pas le créditer.',
  },
  verification: {
    blurred: 'Les photos sont illisibles. Reprenez-les avec un bon éclairage.',
    cropped: 'Il manque un coin du document. Veuillez le montrer en entier.',
    expired: 'Le document a expiré. Veuillez en envoyer un valable.',
    otherName: 'Le nom saisi n’est pas celui du document. Saisissez-le tel qu’il est imprimé.',
    kind: 'Nous ne pouvons pas accepter ce type de document. Envoyez un passeport ou une carte d’identité.',
  },
};
