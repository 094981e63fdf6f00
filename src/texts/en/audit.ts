import type { events as esEvents, secretUses as esUses } from '../es/audit.ts'
import type { Translation } from '../translation.ts'

export const events: Translation<typeof esEvents> = {
  accountCreated: 'The account was created.',
  accountActivated: 'The account was activated.',
  signedIn: 'A session was started.',
  identityProved: "The account's password was confirmed.",
  signedOut: 'A session was closed.',
  sessionExpired: 'A session ended because of its age.',
  sessionReused:
    "A session was closed: somebody used a key again that had been replaced. If it wasn't you, change your password.",
  passwordChanged: "The account's password was changed.",
  secondFactorStarted: 'Turning on a second factor was begun.',
  secondFactorEnabled: 'The second factor was put in force.',
  secondFactorDisabled: 'The second factor was removed.',
  recoveryCodesRenewed: 'New recovery codes were made.',
  recoveryCodeUsed: 'A recovery code was used to sign in.',
  facturatorConnected: 'A person was connected to the SII.',
  facturatorActivated: 'Another connection was made active.',
  claveChanged: 'The clave of the SII was changed.',
  claveRefused: 'The SII refused the clave. We never try it again.',
  claveProved: 'The stored clave was tried, and the SII accepted it.',
  credentialsErased: 'The clave of the SII and the password of the certificate were erased.',
  certificatePasswordSaved: 'The password of the certificate was saved.',
  issuerAddressChanged: 'The city of an address of the company was changed.',
  clientLookedUp: 'A client was looked up at the SII.',
  clientCreated: 'A client was added.',
  clientRenamed: "A client's name was corrected.",
  clientAddressCreated: 'An address was added to a client.',
  clientAddressChanged: "A client's address was changed.",
  clientActivityCreated: 'An activity was added to a client.',
  contactCreated: 'A contact was added.',
  productCreated: 'A product was added.',
  ruleCreated: 'A rule was created.',
  ruleChanged: 'A rule was changed.',
  rulePaused: 'A rule was paused.',
  ruleResumed: 'A rule was resumed.',
  emailAccountConnected: 'An e-mail account was connected.',
  emailAccountChanged: 'The name or signature of an e-mail account was changed.',
  emailAccountDeleted: 'An e-mail account was removed.',
  emailAccountDisconnected: 'The provider takes an e-mail account no more.',
  mailPreferencesChanged: 'It was chosen which mails to get.',
  pendingMailsResent: 'The mails that waited were sent again.',
  deliveryDecided: 'It was decided what becomes of a mail.',
  monthlyValuesSaved: "A month's quantities or prices were filled in.",
  ruleMonthSkipped: 'A month of a rule was skipped.',
  ruleMonthMoved: "The issue day of a rule's month was changed.",
  ruleMonthRestored: "A rule's month went back to its day.",
  ruleMonthIssuedNow: "This month's documents of a rule were asked for at once.",
  documentSkipped: 'A document was stopped before it was issued.',
  documentIssuedNow: 'A document was asked to be issued now.',
  documentRetried: 'A document was asked to be tried again.',
  documentAnnulmentAsked: 'A boleta was asked to be annulled at the SII.',
  documentDecided: 'It was decided what became of an uncertain document.',
  ruleDeleted: 'A rule was deleted.',
}

export const secretUses: Translation<typeof esUses> = {
  clave: {
    portalLogin: 'We used your clave of the SII to sign in at the portal.',
    userTest: 'We used your clave of the SII because you asked to try it.',
    refusedClave:
      'We compared your clave of the SII with one that the SII had just refused, so as not to try it again.',
  },
  certificatePassword: {
    signing: 'We used the password of your certificate to sign a factura.',
  },
  totp: {
    secondFactor: 'We checked a code of your second factor.',
  },
  mailToken: {
    mailSending: 'We used the permission of your e-mail account to send.',
    mailRemoval: 'We gave back the permission of a removed e-mail account.',
  },
  portalSession: {
    portalSession: 'We went on using the session open at the SII, without the clave.',
  },
}
