import type * as english from '../../en/server/messages.ts';
import type { TextsLike } from '../../texts-like.ts';

const secret = 'Ne le communiquez à personne\u00a0: aucun collaborateur de {company} ne vous le demandera.';
const notYou = 'Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe et contactez l’assistance.';

export const messages: TextsLike<typeof english.messages> = {
  'code-register': {
    subject: 'Votre code d’inscription',
    text: `Votre code d’inscription chez {company} est {code}. Il est valable {minutes} minutes.\n\n${secret}\n\nSi vous n’avez pas demandé ce code, vous pouvez ignorer ce message.`,
    sms: '{company} : {code} est votre code pour vous inscrire, valable {minutes} minutes. Ne le communiquez à personne.',
  },
  'code-reset': {
    subject: 'Votre code de réinitialisation du mot de passe',
    text: `Votre code pour réinitialiser votre mot de passe chez {company} est {code}. Il est valable {minutes} minutes.\n\n${secret}\n\nSi vous n’avez pas demandé ce code, vous pouvez ignorer ce message. Votre mot de passe reste inchangé.`,
    sms: '{company} : {code} est votre code pour changer de mot de passe, valable {minutes} minutes. Ne le communiquez à personne.',
  },
  'code-step-up': {
    subject: 'Votre code de confirmation',
    text: `Votre code pour confirmer votre identité chez {company} est {code}. Il est valable {minutes} minutes.\n\n${secret}\n\nSi vous n’avez pas demandé ce code, quelqu’un a peut-être accès à votre compte\u00a0: changez immédiatement votre mot de passe.`,
    sms: '{company} : {code} est votre code de confirmation, valable {minutes} minutes. Ne le communiquez à personne.',
  },
  'already-registered': {
    subject: 'Vous avez déjà un compte',
    text: 'Une inscription chez {company} a été demandée avec cette adresse ou ce numéro. Vous avez déjà un compte\u00a0: veuillez vous connecter, ou réinitialiser votre mot de passe si vous l’avez oublié.\n\nSi ce n’était pas vous, vous pouvez ignorer ce message. Rien n’a changé.',
    sms: '{company} : vous avez déjà un compte. Veuillez vous connecter ou réinitialiser votre mot de passe.',
  },
  'signed-in-new-device': {
    subject: 'Nouvelle connexion à votre compte',
    text: `Une connexion à votre compte chez {company} a eu lieu depuis un nouvel appareil.\n\nAppareil\u00a0: {device}\nDate\u00a0: {timeMs}\n\n${notYou}`,
    sms: '{company} : nouvelle connexion à votre compte. Pas vous ? Réinitialisez immédiatement votre mot de passe.',
  },
  'password-changed': {
    subject: 'Votre mot de passe a été modifié',
    text: `Le mot de passe de votre compte chez {company} a été modifié.\n\nDate\u00a0: {timeMs}\n\n${notYou}`,
    sms: '{company} : votre mot de passe a été modifié. Pas vous ? Contactez immédiatement notre assistance.',
  },
  'second-factor-added': {
    subject: 'Un second facteur a été ajouté',
    text: `Un second facteur a été ajouté à votre compte chez {company}.\n\nDate\u00a0: {timeMs}\n\n${notYou}`,
    sms: '{company} : un second facteur a été ajouté à votre compte. Pas vous ? Contactez immédiatement notre assistance.',
  },
  'second-factor-removed': {
    subject: 'Un second facteur a été supprimé',
    text: `Un second facteur a été supprimé de votre compte chez {company}.\n\nDate\u00a0: {timeMs}\n\n${notYou}`,
    sms: '{company} : un second facteur a été supprimé de votre compte. Pas vous ? Contactez immédiatement notre assistance.',
  },
  'account-closed': {
    subject: 'Votre compte est fermé',
    text: 'Vous avez fermé votre compte chez {company}.\n\nHeure : {timeMs}\n\nVos données personnelles sont conservées aussi longtemps que la loi l’exige, puis effacées.\n\nSi ce n’était pas vous, contactez immédiatement l’assistance.',
    sms: '{company} : votre compte est fermé. Pas vous ? Contactez immédiatement notre assistance.',
  },
  'verification-approved': {
    subject: 'Votre identité est vérifiée',
    text: 'Vos documents ont été examinés. Votre identité chez {company} est désormais vérifiée, vous n’avez plus rien à faire.',
  },
  'verification-rejected': {
    subject: 'Votre vérification n’a pas été acceptée',
    text: 'Votre vérification chez {company} n’a pas été acceptée.\n\nMotif\u00a0: {reason}\n\nVeuillez vous connecter et envoyer à nouveau vos documents.',
  },
  'margin-call': {
    subject: 'Appel de marge pour votre compte {uid}',
    text: 'Le niveau de marge de votre compte {uid} chez {company} est tombé à {levelE2}.\n\nS’il baisse encore, des positions seront clôturées automatiquement. Vous pouvez le relever en clôturant des positions ou en ajoutant des fonds.',
  },
  'stop-out': {
    subject: 'Stop-out\u00a0: votre ordre {orderId} a été clôturé',
    text: 'L’ordre {orderId} de votre compte {uid} chez {company} a été clôturé automatiquement, car le niveau de marge était devenu trop bas.\n\nLes détails figurent dans votre historique des ordres.',
  },
  'stop-out-noticed': {
    subject: 'Votre niveau de stop-out passe à {levelE2}',
    text: 'À partir du {fromMs}, les positions de votre compte {uid} chez {company} seront clôturées automatiquement à un niveau de marge de {levelE2} ou moins. D’ici là, le niveau actuel reste en vigueur.\n\nVous pouvez augmenter votre niveau de marge en clôturant des positions ou en ajoutant des fonds.',
  },
  'swap-noticed': {
    subject: 'Votre swap sur {code} devient moins favorable',
    text: '{change}\n\nCela concerne votre compte {uid} chez {company}. Vous n’avez pas à répondre.',
  },
  'deposit-credited': {
    subject: 'Votre dépôt de {amount} est crédité',
    text: 'Votre dépôt de {amount} a été crédité sur votre compte {uid} chez {company}.',
  },
  'deposit-rejected': {
    subject: 'Votre dépôt n’a pas été accepté',
    text: 'Votre dépôt de {amount} sur votre compte {uid} chez {company} n’a pas été accepté.\n\nVous trouverez le motif dans l’historique des dépôts.',
  },
  'withdrawal-requested': {
    subject: 'Un retrait de {amount} a été demandé',
    text: 'Un retrait de {amount} a été demandé depuis votre compte {uid} chez {company}.\n\nCe n’était pas vous ? Connectez-vous, annulez-le dans l’historique des retraits et réinitialisez aussitôt votre mot de passe.',
    sms: '{company} : un retrait de {amount} a été demandé. Pas vous ? Annulez-le et changez vite de mot de passe.',
  },
  'withdrawal-approved': {
    subject: 'Votre retrait de {amount} est approuvé',
    text: 'Votre retrait de {amount} de votre compte {uid} chez {company} est approuvé et va être versé.\n\nSi vous ne l’avez pas demandé, contactez immédiatement l’assistance.',
  },
  'withdrawal-paid': {
    subject: 'Votre retrait de {amount} est versé',
    text: 'Votre retrait de {amount} de votre compte {uid} chez {company} a été versé.\n\nSi vous ne l’avez pas demandé, contactez immédiatement l’assistance.',
  },
  'withdrawal-rejected': {
    subject: 'Votre retrait a été refusé',
    text: 'Votre retrait de {amount} de votre compte {uid} chez {company} a été refusé. La totalité est revenue sur votre solde.\n\nVous trouverez le motif dans l’historique des retraits.',
  },
  'withdrawal-taken-back': {
    subject: 'Votre retrait a été repris',
    text: 'Votre retrait de {amount} a été repris car votre solde était passé sous zéro. ({company}, {uid})\n\nVous trouverez le motif dans l’historique des retraits.',
  },
  'correction-posted': {
    subject: 'Une régularisation sur votre compte',
    text: 'Une régularisation de {amount} a été passée sur votre compte {uid} chez {company}. Deux personnes l’ont approuvée.\n\nVous trouverez le motif dans l’historique du compte.',
  },
  'account-disabled': {
    subject: 'Votre compte a été désactivé',
    text: 'Votre compte chez {company} a été désactivé. Vous ne pouvez plus vous connecter.\n\nPour toute question, veuillez contacter l’assistance.',
    sms: '{company} : votre compte a été désactivé. Veuillez contacter notre assistance.',
  },
  'method-bound': {
    subject: 'Nouveau moyen de retrait',
    text: `Un moyen de retrait a été ajouté à votre compte chez {company}.\n\n{method}\nHeure : {timeMs}\n\nLes retraits y seront possibles à partir du {usableAtMs}.\n\n${notYou}`,
    sms: '{company} : un nouveau moyen de retrait a été ajouté. Pas vous ? Changez vite de mot de passe.',
  },
  'method-removed': {
    subject: 'Moyen de retrait supprimé',
    text: `Un moyen de retrait a été supprimé de votre compte chez {company}.\n\n{method}\nHeure : {timeMs}\n\n${notYou}`,
    sms: '{company} : un moyen de retrait a été supprimé. Pas vous ? Changez vite de mot de passe.',
  },
};

export const takeBackLine: string = 'Vous pouvez annuler dans les 7 jours par ce lien, sans vous connecter : {link}';
