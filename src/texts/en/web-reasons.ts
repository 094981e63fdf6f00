import type { Translation } from '../translation.ts'
import type { reasons as spanish } from '../es/web-reasons.ts'

export const reasons: Translation<typeof spanish> = {
  linesToComplete: {
    what: "this month's quantity or price is missing",
    todo: 'Complete the line in the rule and we will issue it.',
  },
  noLines: { what: 'the rule has no lines', todo: 'Add at least one line to the rule.' },
  issuerAddressMissing: {
    what: "your company's address is missing",
    todo: "Choose the issuer's address.",
  },
  issuerCityMissing: {
    what: "your company's city is missing",
    todo: "Write the issuer's city: the SII demands it.",
  },
  issuerActivityMissing: {
    what: "your company's activity is missing",
    todo: "Choose the issuer's activity.",
  },
  recipientAddressMissing: {
    what: "the client's address is missing",
    todo: "Choose the client's address.",
  },
  recipientCityMissing: {
    what: "the client's city is missing",
    todo: "Write the client's city: the SII demands it.",
  },
  recipientGiroMissing: {
    what: "the client's giro is missing",
    todo: "Choose the client's activity.",
  },
  recipientCommuneUnknown: {
    what: 'the client’s commune is not on the SII’s list',
    todo: 'Choose an address whose commune is written as the SII does.',
  },
  recipientIsIssuer: {
    what: 'the client is you',
    todo: 'A receipt cannot go to whoever issues it: choose another client.',
  },
  totalTooSmall: {
    what: 'the total is too low to carry IVA',
    todo: 'The SII takes no facturas with zero IVA. Raise the price or the quantity.',
  },
  totalTooLarge: {
    what: 'the total is more than the SII takes',
    todo: 'Check quantities and prices.',
  },
  textUnprintable: {
    what: 'a line has no character the SII can print',
    todo: 'Write its name with letters and digits.',
  },
  mailboxDisconnected: {
    what: 'the mailbox it sends from was disconnected',
    todo: 'Connect it again: the document is issued all the same, but its mail will wait.',
  },
  mailboxMissing: {
    what: 'it has no mailbox to send from',
    todo: "Choose one in the rule's Email step: the document is issued all the same, but nobody will get it.",
  },
  mailBounced: {
    what: 'it came back, the address did not take it',
    todo: 'Correct the address and it is sent again. The document is issued and does not change.',
  },
  mailFailed: {
    what: 'it could not be sent',
    todo: 'See why on the document and send it, or leave it unsent.',
  },
  mailInDoubt: {
    what: 'we do not know whether it left',
    todo: 'Look among your sent mails. If it is there, take it as sent; if not, send it.',
  },
  mailsHeld: {
    what: 'have no mailbox to be sent from',
    todo: 'The mailbox that sent them is gone. Choose another one and send them, or leave them unsent.',
  },
  mailsWaiting: {
    what: 'it has mails that did not leave',
    todo: 'See of which months they are and choose which to send, or leave them unsent.',
  },
  transferDeclared: {
    what: 'your client says that they made the transfer',
    todo: 'Check your account and answer whether it came.',
  },
  overpaid: {
    what: 'you were paid too much',
    todo: 'Return the difference, or say that it stays in your client’s favour.',
  },
  paymentMaybeTwice: {
    what: 'an online payment may be the same that is on record from the bank’s statement',
    todo: 'Look at both on the document. If they are the same, link them; if they are two, return one or leave it in your client’s favour.',
  },
  paymentTakenBack: {
    what: 'the bank took back a payment that we count as received',
    todo: 'Check your account and undo the payment on the document, or say that the money is still there.',
  },
  paymentMaybeTakenBack: {
    what: 'the bank may have taken back a payment that we count as received',
    todo: 'Check your account. If it is not there, undo the payment on the document; if it is, say so.',
  },
  recordedTakenBack: {
    what: 'the bank took back a transfer that you said was on record already',
    todo: 'Look at it under Statements, Set aside. If the money is gone, undo its payment on the document.',
  },
  paymentMismatch: {
    what: 'an online payment came that differs from what was asked for',
    todo: 'Look into it at your payment provider and record what is right.',
  },
  paymentTwice: {
    what: 'it was paid more than once online',
    todo: 'Return what is too much, or say that it stays in your client’s favour.',
  },
  paymentDisputed: {
    what: 'your client disputes the payment at the payment provider',
    todo: 'Answer the dispute at your payment provider.',
  },
  paymentChargedBack: {
    what: 'you lost the dispute about an online payment',
    todo: 'Record the lost money on the document.',
  },
  paymentUnread: {
    what: 'we could not find out how an online payment ended',
    todo: 'Look for it at your payment provider. If it came, record it.',
  },
  refundUnseen: {
    what: 'we could not find out whether a refund was made',
    todo: 'Check it at your payment provider and answer on the document.',
  },
  paymentMarkedPaid: {
    what: 'you marked it as paid at your payment provider',
    todo: 'If the money came, record the payment.',
  },
  facturaClaimed: {
    what: 'your client claimed it at the SII',
    todo: 'Talk to your client. If they are right, annul or lower it with a credit note; if it is settled already, mark it so. While it is claimed they cannot use its IVA as credit, and you declare it all the same.',
  },
  missed: {
    what: 'its day passed before we could issue it',
    todo: 'Decide whether it should still be issued.',
  },
  rulePaused: { what: 'the rule was paused', todo: 'Activate it for the next months.' },
  ruleDeleted: { what: 'the rule was deleted', todo: 'There is nothing to do.' },
  clientLeftRule: {
    what: 'the client is not in the rule any more',
    todo: 'If they are still to be billed, add them to the rule again.',
  },
  approvalNeeded: {
    what: 'the rule asks for your approval before issuing',
    todo: 'Check it and approve it: without your approval it is not issued.',
  },
  looksRepeated: {
    what: 'it looks like another document: same recipient, same total, and same date or month',
    todo: 'Look at that one before you decide. If this is another, issue it; if not, do not.',
  },
  annulmentRefused: {
    what: 'the SII did not let it be annulled',
    todo: 'It is still valid. Read what the SII said: annul it yourself at sii.cl or leave it valid.',
  },
  annulmentUnclear: {
    what: 'we asked to annul it and the SII still shows it as valid',
    todo: 'Check it at sii.cl. Ask us again to annul it or leave it valid.',
  },
  boletaNotYetListed: {
    what: "the SII's report of that month does not show it yet",
    todo: 'We keep looking for two hours. You need not do anything.',
  },
  annulmentNotListed: {
    what: "we did not find it in the SII's report of that month",
    todo: 'Look for it at sii.cl. If it is still valid, ask us again to annul it or leave it valid.',
  },
  unusualRun: {
    what: 'that day has at least three times the documents of your fullest day',
    todo: 'Look at them. If they are right, approve them all at once and they are issued.',
  },
  amountDiffers: {
    what: 'the amount changed by more than 30 % from the one before',
    todo: 'Check it. If it is right, approve it and it is issued.',
  },
  skippedByUser: {
    what: 'you decided not to issue it',
    todo: 'If it is of a rule, the rule goes on next month.',
  },
  replaced: {
    what: 'you edited it before it left',
    todo: 'There is nothing to do: the corrected one takes its place.',
  },
  issuingStopped: {
    what: 'you stopped issuing',
    todo: 'Resume it in Connections whenever you like: nothing is lost meanwhile.',
  },
  uploadPaused: {
    what: 'you paused the upload it comes from',
    todo: 'Resume it on its page whenever you like: nothing is lost meanwhile.',
  },
  stoppedByUs: {
    what: 'Folio has stopped issuing',
    todo: 'We will resume it ourselves. There is nothing for you to do.',
  },
  claveMissing: {
    what: 'no clave of the SII is stored',
    todo: 'Save it in Connections and we go on by ourselves.',
  },
  claveRejected: {
    what: 'the SII rejected your clave',
    todo: 'We stopped after one attempt so as not to block your account. Update the clave in Connections.',
  },
  accountBlocked: {
    what: 'the SII has blocked your account',
    todo: 'Unblock it at sii.cl and then update the clave in Connections.',
  },
  portalInterstitial: {
    what: 'the SII shows a notice only you can read',
    todo: 'Enter sii.cl and answer what it asks. Then choose Try now in Connections: we go on by ourselves.',
  },
  certificateMissing: {
    what: 'you have no digital certificate at the SII',
    todo: 'Upload it to your account at sii.cl (centralized digital certificate). Then choose Try now in Connections: we go on by ourselves.',
  },
  certificatePasswordMissing: {
    what: "your certificate's password is missing",
    todo: 'Save it in Connections and we go on by ourselves.',
  },
  certificatePasswordRejected: {
    what: "the SII rejected your certificate's password",
    todo: 'Enter the right one: Folio goes on by itself.',
  },
  companyNotAuthorized: {
    what: 'the SII does not let you issue for this company',
    todo: 'Ask its representative to authorise you at sii.cl.',
  },
  boletasNotEnabled: {
    what: 'the SII does not let you issue fee receipts',
    todo: 'Register a second-category activity at sii.cl and issue it again.',
  },
  portalRefused: {
    what: 'the SII did not accept the document',
    todo: 'Read what the SII said, correct it and issue it again.',
  },
  answerUnknown: {
    what: 'the SII answers something we do not know',
    todo: 'We tried for about two hours and nothing has been issued. Read what it says: if it names a detail, correct it. Then ask to issue it again.',
  },
  previewDiffers: {
    what: 'the SII showed other data than yours',
    todo: 'We stopped before signing. Check the total and the client.',
  },
  retentionDiffers: {
    what: 'the SII computes another withholding than ours',
    todo: 'The SII’s is the one that counts. If you agree, issue it again and it will carry it.',
  },
  signatureNotRecognized: {
    what: 'the SII did not recognise the signature',
    todo: 'Check at sii.cl that your certificate is valid.',
  },
  signatureFails: {
    what: 'the SII failed twice to sign this document and two numbers were left unused',
    todo: 'We spend no more numbers on it; the others of the company go on. Check its details and ask to issue it again, or make it at sii.cl and stop this one.',
  },
  numbersUnused: {
    what: 'the SII failed to sign and several numbers were left unused',
    todo: 'We stopped so that no more are spent. See at sii.cl whether your certificate is still valid. Then choose Try now in Connections: we go on by ourselves.',
  },
  ufMissing: {
    what: "that day's UF is not published yet",
    todo: "We will issue it as soon as it is. We never use another day's.",
  },
  portalUnavailable: {
    what: "the SII's site does not answer",
    todo: 'We try again by ourselves. There is nothing for you to do.',
  },
  portalUnclear: {
    what: 'the SII answered something we do not know',
    todo: 'We try again by ourselves for about two hours; nothing has been issued. If it goes on, we show you what it said and you decide.',
  },
  portalAway: {
    what: 'the SII’s site has not answered for hours',
    todo: 'We keep trying by ourselves. If it is urgent, see whether sii.cl opens for you.',
  },
  numberUnused: {
    what: 'the SII failed to sign and a folio number was left unused',
    todo: 'To spend no more numbers we try again in a few hours.',
  },
  portalThrottled: {
    what: 'the SII asked us to wait',
    todo: 'We wait 30 minutes and go on by ourselves.',
  },
  sessionUnclosed: {
    what: 'the SII does not close an earlier session of the same person',
    todo: 'We close it or wait until it expires, within six hours at most, and go on by ourselves.',
  },
  sessionExpired: {
    what: 'the session with the SII ended halfway',
    todo: 'We enter again and go on by ourselves.',
  },
  filesNotYet: {
    what: 'the SII has not published the files yet',
    todo: 'We will download them as soon as they are there.',
  },
  filesLate: {
    what: 'the SII has not given its files yet',
    todo: 'It is issued. We keep trying; if it goes by mail, it leaves with the PDF. If it is urgent, download it at sii.cl and send it yourself.',
  },
  answerLost: {
    what: 'we do not know yet whether the SII issued it',
    todo: 'We are looking for it in your list at the SII. Please do not issue it by hand.',
  },
  behindUncertain: {
    what: 'it waits for another document of the same person that we are clearing up with the SII',
    todo: 'We issue one at a time for each person. It goes on automatically once the other is settled, nearly always within an hour and within seven hours at most.',
  },
  alikeInDoubt: {
    what: 'the SII may already have one like it, sent from another Folio account',
    todo: 'We keep it until that is settled or the day ends. Look at sii.cl whether it is there: if yours is another, issue it all the same.',
  },
  lookFailing: {
    what: 'we could not look at your list at the SII',
    todo: 'We keep trying. If you have seen it at sii.cl, tell us what happened; until then, do not issue it by hand.',
  },
  behindUndecided: {
    what: 'another document of the same person is in doubt',
    todo: 'It goes on by itself as soon as you tell us what became of that document.',
  },
  lookAlikes: {
    what: 'the SII has more than one document like it',
    todo: 'Look at them at sii.cl and tell us which it is: we will issue no other.',
  },
  notFoundTwice: {
    what: 'we looked twice at the SII and it is not there',
    todo: 'Look at sii.cl whether it is there and tell us. We do not send it again until you answer.',
  },
  twinFound: {
    what: 'the SII has another document like it that we did not issue',
    todo: 'Look at the other one at sii.cl. If it is one too many, annul that other one there and the notice goes within a day; if it is another service, tell us that both are right.',
  },
  notaNotYetListed: {
    what: 'the nota is not on your list at the SII yet',
    todo: 'We keep looking for an hour. You need not do anything.',
  },
  notaNotFound: {
    what: 'that nota de crédito is not on your list at the SII',
    todo: 'Look up its number at sii.cl and tell us again.',
  },
  notaOfAnother: {
    what: 'that nota de crédito is not about this factura',
    todo: 'Its file at the SII names another factura. Look up the number at sii.cl and tell us again.',
  },
  facturaAnnulled: {
    what: 'the factura was already annulled at the SII',
    todo: 'Somebody annulled it with another nota de crédito. We sent nothing; discard this nota.',
  },
  portalChanged: {
    what: "the SII's site has changed",
    todo: 'We are looking into it. You need not do anything.',
  },
  xmlDiffers: {
    what: 'the SII has other data than you asked for',
    todo: 'Look at the differences. If it is right that way, accept it; if not, annul it with a nota de crédito.',
  },
  xmlUnproved: {
    what: 'we could not prove the file that the SII gave us',
    todo: 'It is issued. We are looking into it ourselves and try again every day.',
  },
  adoptedNotFound: {
    what: 'that number is not on your list at the SII, or it is of another document',
    todo: 'Look at the number at sii.cl and tell us again what it is.',
  },
  internal: {
    what: 'something of ours failed',
    todo: 'We are looking into it. You need not do anything.',
  },
  unknown: { what: 'something held it up', todo: 'Write to us if it is not solved soon.' },
  noClients: { what: 'it has no clients', todo: 'Add at least one client.' },
  boletaDataMissing: {
    what: 'recipient and service are missing',
    todo: 'Complete recipient and service.',
  },
}
