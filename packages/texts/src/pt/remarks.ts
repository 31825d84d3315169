import type { Remarks } from '../remarks.ts';

export const remarks: Remarks = {
  withdrawal: {
    payee: 'Só pagamos para uma conta em seu nome. Adicione uma e peça o levantamento novamente.',
    source: 'Levante primeiro para a conta ou o endereço a partir do qual depositou.',
    document: 'O seu documento de identidade expirou. Envie um válido e peça o levantamento novamente.',
    bank: 'O seu banco devolveu o pagamento. Verifique os dados da conta e peça o levantamento novamente.',
    asked: 'Cancelado a seu pedido. O montante está novamente disponível.',
  },
  deposit: {
    notFound: 'Não encontrámos este pagamento. Verifique a referência e a data e comunique-o novamente.',
    amount: 'O montante recebido não é o comunicado. Comunique o montante que enviou.',
    proof: 'A imagem não mostra o pagamento. Comunique-o novamente com um comprovativo legível.',
    otherName: 'O pagamento veio de uma conta que não está em seu nome, por isso não o podemos creditar.',
  },
  verification: {
    blurred: 'As fotografias não se conseguem ler. Tire-as novamente com boa luz.',
    cropped: 'Falta um canto do documento. Mostre o documento inteiro.',
    expired: 'O documento expirou. Envie um válido.',
    otherName: 'O nome introduzido não é o do documento. Introduza-o como está impresso.',
    kind: 'Não podemos aceitar este tipo de documento. Envie um passaporte ou um documento de identidade.',
  },
};
