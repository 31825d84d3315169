/** Names that forms give to fields of the wire; all others are the same on both sides. */
const formNames: Readonly<Record<string, string>> = {
  auth_code: 'code',
  bank_address: 'bankAddress',
  bank_name: 'bankName',
  bank_swift: 'swift',
  card_id: 'cardId',
  dc_address: 'address',
  invite_code: 'inviteCode',
  new_password: 'newPassword',
  old_password: 'oldPassword',
  payee_account: 'payeeAccount',
  payee_name: 'payeeName',
  re_password: 'passwordAgain',
  recovery_code: 'recoveryCode',
  secondary_password: 'passwordAgain',
  sms_code: 'code',
};

/** Returns the form's name of the field that a refusal (code 1001) names in its data; null if it names none. */
export function fieldNamedBy(data: unknown): string | null {
  const field = (data as { readonly field?: unknown } | null)?.field;
  return typeof field === 'string' ? (formNames[field] ?? field) : null;
}
