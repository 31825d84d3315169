const secret = 'Never give it to anyone: nobody at {company} will ask you for it.';
const notYou = 'If this was not you, reset your password at once and contact support.';

/** Mails and SMS by kind. `{holes}` are filled with values of the event; a paragraph whose value is missing is left out. */
export const messages = {
  'code-register': {
    subject: 'Your registration code',
    text: `Your code to register at {company} is {code}. It is valid for {minutes} minutes.\n\n${secret}\n\nIf you did not ask for this code, you can ignore this message.`,
    sms: '{company}: {code} is your registration code, valid for {minutes} minutes. Never give it to anyone.',
  },
  'code-reset': {
    subject: 'Your code to reset the password',
    text: `Your code to reset your password at {company} is {code}. It is valid for {minutes} minutes.\n\n${secret}\n\nIf you did not ask for this code, you can ignore this message. Your password stays as it is.`,
    sms: '{company}: {code} is your code to reset the password, valid for {minutes} minutes. Never give it to anyone.',
  },
  'code-step-up': {
    subject: 'Your confirmation code',
    text: `Your code to confirm that it is you at {company} is {code}. It is valid for {minutes} minutes.\n\n${secret}\n\nIf you did not ask for this code, someone may have access to your account: change your password at once.`,
    sms: '{company}: {code} is your confirmation code, valid for {minutes} minutes. Never give it to anyone.',
  },
  'already-registered': {
    subject: 'You already have an account',
    text: 'Someone asked to register at {company} with this address or number. You already have an account here: please log in, or reset your password if you have forgotten it.\n\nIf this was not you, you can ignore this message. Nothing has changed.',
    sms: '{company}: you already have an account. Please log in, or reset your password if you have forgotten it.',
  },
  'signed-in-new-device': {
    subject: 'New login to your account',
    text: `There was a login to your account at {company} from a new device.\n\nDevice: {device}\nTime: {timeMs}\n\n${notYou}`,
    sms: '{company}: new login to your account from another device. Not you? Reset your password at once.',
  },
  'password-changed': {
    subject: 'Your password was changed',
    text: `The password of your account at {company} was changed.\n\nTime: {timeMs}\n\n${notYou}`,
    sms: '{company}: your password was changed. Not you? Reset it at once and contact support.',
  },
  'second-factor-added': {
    subject: 'A second factor was added',
    text: `A second factor was added to your account at {company}.\n\nTime: {timeMs}\n\n${notYou}`,
    sms: '{company}: a second factor was added to your account. Not you? Contact support at once.',
  },
  'second-factor-removed': {
    subject: 'A second factor was removed',
    text: `A second factor was removed from your account at {company}.\n\nTime: {timeMs}\n\n${notYou}`,
    sms: '{company}: a second factor was removed from your account. Not you? Contact support at once.',
  },
  'account-closed': {
    subject: 'Your account is closed',
    text: 'You closed your account at {company}.\n\nTime: {timeMs}\n\nYour personal data are kept as long as the law demands, and then erased.\n\nIf this was not you, contact support at once.',
    sms: '{company}: your account is closed. Not you? Contact support at once.',
  },
  'verification-approved': {
    subject: 'Your identity is verified',
    text: 'Your documents have been checked. Your identity at {company} is now verified, and there is nothing more for you to do.',
  },
  'verification-rejected': {
    subject: 'Your verification was not accepted',
    text: 'Your verification at {company} was not accepted.\n\nReason: {reason}\n\nPlease log in and send your documents again.',
  },
  'margin-call': {
    subject: 'Margin call for account {uid}',
    text: 'The margin level of your account {uid} at {company} has fallen to {levelE2}.\n\nIf it falls further, positions will be closed automatically. You can raise it by closing positions or adding funds.',
  },
  'stop-out': {
    subject: 'Stop-out: order {orderId} was closed',
    text: 'Order {orderId} of your account {uid} at {company} was closed automatically, because the margin level had fallen too low.\n\nYou can find the details under Orders, History.',
  },
  'stop-out-noticed': {
    subject: 'Your stop-out level rises to {levelE2}',
    text: 'From {fromMs}, positions of your account {uid} at {company} are closed automatically at a margin level of {levelE2} or less. Until then the present level stays.\n\nYou can raise your margin level by closing positions or adding funds.',
  },
  'swap-noticed': {
    subject: 'Your swap for {code} gets worse',
    text: '{change}\n\nThis concerns your account {uid} at {company}. You do not have to answer.',
  },
  'deposit-credited': {
    subject: 'Your deposit of {amount} is credited',
    text: 'Your deposit of {amount} has been credited to your account {uid} at {company}.',
  },
  'deposit-rejected': {
    subject: 'Your deposit was not accepted',
    text: 'Your deposit of {amount} to your account {uid} at {company} was not accepted.\n\nYou can read the reason under Deposit records.',
  },
  'withdrawal-requested': {
    subject: 'A withdrawal of {amount} was requested',
    text: 'A withdrawal of {amount} was requested from your account {uid} at {company}.\n\nIf this was not you, log in, cancel it under Withdraw records, and reset your password at once.',
    sms: '{company}: a withdrawal of {amount} was requested. Not you? Cancel it and reset your password at once.',
  },
  'withdrawal-approved': {
    subject: 'Your withdrawal of {amount} is approved',
    text: 'Your withdrawal of {amount} from your account {uid} at {company} has been approved and will be paid out.\n\nIf you did not ask for it, contact support at once.',
  },
  'withdrawal-paid': {
    subject: 'Your withdrawal of {amount} is paid',
    text: 'Your withdrawal of {amount} from your account {uid} at {company} has been paid out.\n\nIf you did not ask for it, contact support at once.',
  },
  'withdrawal-rejected': {
    subject: 'Your withdrawal was rejected',
    text: 'Your withdrawal of {amount} from your account {uid} at {company} was rejected. The whole amount is back in your balance.\n\nYou can read the reason under Withdraw records.',
  },
  'withdrawal-taken-back': {
    subject: 'Your withdrawal was cancelled',
    text: 'Your withdrawal of {amount} from your account {uid} at {company} was cancelled because your balance had fallen below zero.\n\nYou can read the reason under Withdraw records.',
  },
  'correction-posted': {
    subject: 'A correction was posted to your account',
    text: 'A correction of {amount} was posted to your account {uid} at {company}. Two people have approved it.\n\nYou can read the reason under Account detail.',
  },
  'account-disabled': {
    subject: 'Your account has been disabled',
    text: 'Your account at {company} has been disabled. You can no longer log in.\n\nPlease contact support if you have questions.',
    sms: '{company}: your account has been disabled. Please contact support.',
  },
  'method-bound': {
    subject: 'New payout method',
    text: `A payout method was added to your account at {company}.\n\n{method}\nTime: {timeMs}\n\nIt can be paid to from {usableAtMs}.\n\n${notYou}`,
    sms: '{company}: a new payout method was added. Not you? Reset your password at once.',
  },
  'method-removed': {
    subject: 'A payout method was removed',
    text: `A payout method was removed from your account at {company}.\n\n{method}\nTime: {timeMs}\n\n${notYou}`,
    sms: '{company}: a payout method was removed. Not you? Reset your password at once.',
  },
} as const;

/** Last line of a mail whose event can be undone by a link, without logging in (R-FND-43). */
export const takeBackLine = 'If this was not you, undo it within 7 days with this link, without logging in: {link}';
