/** Remarks of operators to clients when a request is rejected; each says what the client can do. */
export const remarks = {
  withdrawal: {
    payee: 'We pay only to an account in your own name. Please add one and request the withdrawal again.',
    source: 'Please withdraw to the account or address that you paid in from, before using another one.',
    document: 'Your identity document has expired. Please send a valid one and request the withdrawal again.',
    bank: 'Your bank sent the payment back. Please check the account details and request the withdrawal again.',
    asked: 'Cancelled as you asked. The amount is available again.',
  },
  deposit: {
    notFound: 'We did not find this payment. Please check its reference and date, and report it again.',
    amount: 'The amount that arrived is not the reported one. Please report the amount that you sent.',
    proof: 'The picture does not show the payment. Please report it again with a readable receipt.',
    otherName: 'The payment came from an account that is not in your name, so we cannot credit it.',
  },
  verification: {
    blurred: 'The pictures cannot be read. Please take them again in good light.',
    cropped: 'A corner of the document is missing. Please show the whole document.',
    expired: 'The document has expired. Please send a valid one.',
    otherName: 'The name entered is not the name on the document. Please enter it as it is printed.',
    kind: 'We cannot accept this kind of document. Please send a passport or an identity card.',
  },
};
