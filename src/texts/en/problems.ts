import type { Translation } from '../translation.ts'
import type { problems as es } from '../es/problems.ts'

export const problems: Translation<typeof es> = {
  required: 'This field is required.',
  null: 'This field may not be null.',
  blank: 'This field may not be blank.',
  invalid: 'Enter a valid value.',
  notText: 'Not a valid string.',
  notBoolean: 'Must be a valid boolean.',
  notInteger: 'A valid integer is required.',
  notNumber: 'A valid number is required.',
  notObject: 'Invalid data. Expected a dictionary, but got {{received}}.',
  notList: 'Expected a list of items but got type "{{received}}".',
  notChoice: '"{{input}}" is not a valid choice.',
  notDate: 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.',
  tooLong: 'Ensure this field has no more than {{limit}} characters.',
  tooShort: 'Ensure this field has at least {{limit}} characters.',
  tooLarge: 'Ensure this value is less than or equal to {{limit}}.',
  tooSmall: 'Ensure this value is greater than or equal to {{limit}}.',
  tooMany: 'Ensure this field has no more than {{limit}} elements.',
  tooFew: 'Ensure this field has at least {{limit}} elements.',
  invalidEmail: 'Enter a valid email address.',
  invalidRut: 'Invalid RUT',

  notAuthenticated: 'Authentication credentials were not provided.',
  badAuthorizationHeader: 'Authorization header must contain two space-delimited values',
  tokenNotValidForAnyType: 'Given token not valid for any token type',
  tokenInvalid: 'Token is invalid',
  tokenExpired: 'Token is expired',
  tokenWrongType: 'Token has wrong type',
  tokenBlacklisted: 'Token is blacklisted',
  userInactive: 'User is inactive',
  userNotFound: 'User not found',
  noActiveAccount: 'No active account found with the given credentials',
  noActiveAccountForToken: 'No active account found for the given token.',

  otpRequired: 'Type the code of your authenticator app.',
  otpInvalid: 'The code is wrong or was used already.',
  passwordRequired:
    "To be safe, confirm your account's password. If you can't do it here, sign out and in again.",
  passwordWrong: 'The password is wrong.',
  passwordSame: 'It is the password you have now: choose another.',
  termsOtherVersion:
    'The terms have changed once more. Reload the page and read the newest version.',
  emailSame: 'It is the address your account already has.',
  dataBlocked:
    'You suspended the use of your data. To resume issuing, first lift the suspension in your profile.',
  closingWordWrong: 'Type the word just as it is asked for.',
  closingInFlight:
    'A document, a mail, a payment or a refund is on its way. You can delete the account once its end is known; nothing was lost.',
  closingBusy: 'We are at the SII with your clave right now. Try again in a few minutes.',
  secondFactorPresent: 'You already have a second factor in force.',
  secondFactorAbsent: 'You have no second factor to confirm or in force.',
  emailRequired: 'Email is required',
  emailInvalid: 'Invalid email',
  emailTaken: 'user with this email address already exists.',
  passwordMismatch: "The two password fields didn't match.",
  passwordTooShort: 'This password is too short. It must contain at least {{limit}} characters.',
  passwordTooCommon: 'This password is too common.',
  passwordNumeric: 'This password is entirely numeric.',
  passwordLikeEmail: 'The password is too similar to the email address.',
  invalidUid: "Invalid user id or user doesn't exist.",
  invalidToken: 'Invalid token for given user.',
  staleToken: 'Stale token for given user.',

  notIssuedYet: 'The document is not issued yet, or the SII has not published its PDF.',
  mailProviderAbsent: 'This installation can’t connect accounts of that provider yet.',
  workersAway: 'We could not enter the SII now. Nothing was done: try again in a minute.',
  workerLate:
    'The SII takes longer than usual and we do not know yet how it ended. Wait a minute and look again before repeating.',
  mailboxStillDisconnected: 'First connect the e-mail account again.',
  pendingGrew:
    'There are {{count}} mails now, more than you saw. Look at the list and confirm again.',
  clientInUse: 'Issued to in: {{rules}}. Take it out of them, and delete it afterwards.',
  contactInUse: 'Used by: {{rules}}. Confirm that it leaves them, too.',
  contactIsOnlyRecipient:
    'It is the only recipient in {{rules}}. Choose another one there or turn sending off, and delete it afterwards.',
  productInUse: 'Used by: {{rules}}. Take it out of them, and delete it afterwards.',
  productCurrencyInUse:
    'Used by: {{rules}}. To charge in another currency, create another product.',
  priceChangedMeanwhile:
    'The product or one of its rules has changed meanwhile. Look at the prices of now.',
  importChangedMeanwhile:
    'Something has changed since you looked at the file. Look again at what changes.',
  mailNotInThisState: 'This mail waits for no decision.',
  mailNotToSendAgain: 'The mail changed while you looked. See how it is before you send it again.',
  mailboxMissing: 'There is no e-mail account to send from. Choose one in the rule.',
  mailAgainTooMany:
    'You sent it again {{count}} times within the last 24 hours. Wait, or share the link of the document.',
  notInThisState: 'The document has moved on, and this can no longer be done.',
  otherDate: 'The date it would be issued with changed meanwhile. Check it and confirm again.',
  clockDiffers:
    'Our server’s clock can’t be relied on right now, and we don’t want to use a wrong date. Nothing was done: try again in a few minutes.',
  monthNotOfRule: 'The rule does not issue in that month.',
  monthAlreadyIssued: 'The documents of that month were issued already or are on their way.',
  monthAlreadyPlanned: 'The documents of that month are prepared: its day cannot be changed.',
  dayNotOfMonth: 'Choose a day of that month on which the rule is in force.',
  dayHasGoneBy: 'It is too late to issue on that day: choose another one, or issue now.',
  notThisMonth: "Only this month's documents can be issued now.",
  rulesChanged:
    'Something changed in the rules while you were looking. See what would change and confirm again.',
  ruleNotPaused: 'The rule is not paused.',
  ruleIsPaused: 'The rule is paused: activate it first.',
  ruleIncomplete: 'The rule lacks something: complete it first.',
  onlyBoletasConfirmed: 'The SII confirms only boletas de honorarios beforehand.',
  notaOnlyOfIssued: 'Only an issued factura can have a nota de crédito.',
  notaUnderWay: 'This factura already has a nota de crédito that annuls it, issued or under way.',
  notaAfterLowering: 'Part of this factura was already taken back: take back what is left.',
  notaTooLarge:
    'The nota de crédito can not exceed what is left of the factura: {{total}} with IVA.',
  notaTooSmall: 'The net of the nota de crédito must be at least {{limit}} pesos.',
  notaTotalChanged:
    'The total of the nota de crédito is {{total}}: look at it again before asking for it.',
  notaOnlyByHand: 'We can not make this nota de crédito for you now: make it by hand at sii.cl.',
  folioTaken: 'Another document of yours already has that number.',
  idempotencyKeyInvalid: 'The Idempotency-Key header must have 1 to 255 visible characters.',
  idempotencyKeyReused:
    'It was already done, with other data, by a try whose answer was lost. Reload the page and check how it stands.',
  notFound: 'Not found.',
  noPermission: 'You do not have permission to perform this action.',
  methodNotAllowed: 'Method "{{method}}" not allowed.',
  notAcceptable: 'Could not satisfy the request Accept header.',
  unsupportedMediaType: 'Unsupported media type "{{mediaType}}" in request.',
  throttled: 'Request was throttled. Expected available in {{seconds}} seconds.',
  jsonParse: 'JSON parse error - {{reason}}',
  bodyTooLarge: 'The request is too large.',
  tooManyStreams: 'Too many windows are open at once.',
  busy: 'The service is busy. Try again in a few seconds.',
  databaseAway:
    'The database does not answer right now. Nothing was lost: try again in a few seconds.',
  internal: 'Something failed on the server. If it happens again, tell us this code: {{id}}.',

  paymentNotFollowed: 'The payment of this document is not followed. Follow it and try again.',
  paymentOfProvider: 'The payment provider confirmed this payment: it cannot be corrected by hand.',
  paymentUndone: 'This payment was undone already. Refresh the page.',
  paymentOfSeveral: 'This payment covers several documents: undo it where it was recorded.',
  paymentRefunded: 'This payment has a refund on record. Undo the refund first.',
  paymentUnknown: 'That payment is not of this document, or was undone.',
  refundTooLarge: 'You cannot refund more than that payment brought.',
  nothingToPay: 'Nothing of this document is left to pay.',
  dayInFuture: 'The day cannot be later than today.',
  dayTooOld: 'The day can be 90 days ago at most.',
  paymentClosed: 'This document takes no payments here any more. Write to whoever sent it to you.',
  paymentUnderWay:
    'A payment is under way: a transfer was declared, or an online payment is being checked.',
  owedChanged: 'What is left to pay changed. Look at the new amount and try again.',
  amountNotOpen: 'The amount must be {{open}}, what is left to pay.',
  voucherType: 'The proof must be a JPG or PNG picture, or a PDF.',
  nothingDeclared: 'That report has its proof or was answered already. Refresh the page.',
  declarationDecided: 'That report was answered or corrected already. Refresh the page.',
  tooManyDeclared:
    'Ten reports about this document wait for an answer. Write to whoever sent it to you.',
  allDeclared:
    'All that is left to pay was reported already. If that is a mistake, write to whoever sent you the document.',
  remindersChanged: 'The list of reminders changed. Look at it again and switch them on.',
  termsChanged:
    'Somebody changed these details while you edited them. Here is how they stand: make your change again and save.',
  dueDayTooEarly: 'The due day cannot be before the issue date.',
  dueDayTooLate: 'The due day can be two years after the issue date at most.',
  excessChanged: 'What came beyond what is owed changed. Look at the new amount and answer again.',
  documentRepeated: 'A document is there twice.',
  sharesTooMuch: 'What you divide is more than this transfer brought.',
  sharesOfSeveral: 'Several transfers pay one document, with all that they brought.',
  documentUnknown: 'That document is not of this company, or its payment is not followed.',
  lessIsOpen: 'Less of a document is left to pay. Refresh the page.',
  movementUnknown: 'That movement is not of this company.',
  movementLeft: 'That movement left the account: it pays nothing.',
  movementSetAside: 'This movement was set aside. Bring it back first.',
  movementMatched: 'This movement is a payment already. Refresh the page.',
  nothingNotFollowed:
    'This client has no documents whose payment you do not follow. Refresh the page.',
  movementPaidElsewhere: 'This money already pays a document of another of your companies.',
  movementUnmatched: 'This movement is no payment any more. Refresh the page.',
  paymentOfOtherAmount: 'That payment is of another amount.',
  paymentMatched: 'That payment is another movement already.',
  payerUnknown: 'It is not known who paid, or the documents are of more than one client.',
  payerIsClient: 'The payer is the client itself: it needs no permission.',
  paymentOnRecord:
    'Payments, declarations or an online attempt of this document are on record: it must stay followed.',
  connectionChanged:
    'Somebody changed this connection while you edited it. You see it as it is now: repeat your change and save.',
  connectionNotTested: 'Test the keys first: it is offered to your clients once the test succeeds.',
  connectionIsTest:
    'This is a test connection: its payments are no money. Connect the production one to offer it to your clients.',
  providerNotOffered:
    'This way to pay is not available any more. Refresh the page and choose another.',
  paymentStarting: 'A payment is being prepared already. Try again in a few seconds.',
  payerAddressUnknown: "That address is no longer one of this client's. Reload the page.",
  payerCodeInvalid:
    'That code is wrong or ran out. Check the last message that you got, or ask for another code.',
  payerListClosed: 'The time to see your documents is over. Ask for another code.',
  jointChoiceChanged:
    'Something changed in the documents that you chose. Check them and try again.',
  providerRefused:
    'The payment provider did not accept the request. Choose another way to pay, or write to whoever sent you the document.',
  providerAway:
    'The payment provider did not answer. Try again in a moment, or choose another way.',
  paymentReturnInvalid:
    'This return from the payment provider is not valid. Open the document again.',
  clientSharesRut: 'Several clients use this RUT. Mute each document.',
  clientOwesNothing: 'That client has no documents to pay of this company.',
  trialOfLive: 'This is a production connection: what is paid by it is money. Try the test one.',
  trialRefused: 'The payment provider did not accept the trial payment. Test the keys first.',
  trialAway: 'The payment provider did not answer. Try again in a moment.',
  notificationForged: 'The signature is not right.',
  notificationUnreadable: 'The notification cannot be read.',
  refundUnderWay: 'A refund of this payment is under way already. Wait until it ends.',
  refundUnseen:
    'We do not know whether the refund before this one was made. Check it at the payment provider and answer first whether it was given back.',
  refundChargedBack:
    'The payer’s bank took this money back already. Answer first whether it is lost: a refund would give it back twice.',
  refundAnswered: 'This refund was answered already, the other way. Refresh the page.',
  refundAlready: 'The payment provider says that this money was given back already.',
  refundAmount:
    'The payment provider does not give back that amount. Give it back yourself and record the refund.',
  refundBalance:
    'Your account at the payment provider has no balance to give it back. Give it back yourself and record the refund.',
  refundMethod:
    'That kind of card or payment cannot be refunded like this. Give it back yourself and record the refund.',
  refundNotAllowed:
    'Your contract with the payment provider does not allow refunds from here. Do it on their site or yourself, and record the refund.',
  refundDisconnected:
    'You removed the connection with the payment provider: give the money back by hand and record it here.',
  refundNotPaid: 'The payment provider does not find that payment. Check it on their site.',
  refundTooLate:
    'It is too late for the payment provider to refund this payment. Give it back yourself and record the refund.',
  refundRejected:
    'The payment provider refused the refund. Give it back yourself and record the refund.',
  refundOther:
    'The payment provider could not make the refund. Give it back yourself and record the refund.',
  documentListTooLong:
    'The list has more than 20,000 documents. Filter it by month or by state and download it in parts.',
  readerBusy: 'Many files are waiting. Try again in a minute.',
  uploadAlreadyOrdered: "This document was issued or is about to be: its rows can't be corrected.",
  uploadRowUnknown: "That row isn't in the file.",
  uploadTooManyEdits: 'There are too many corrections. Correct the file and upload it again.',
  uploadChangedMeanwhile: 'Somebody else corrected the file at the same time. Try again.',
}
