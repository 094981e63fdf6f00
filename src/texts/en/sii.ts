import type { Translation } from '../translation.ts'
import type { sii as es } from '../es/sii.ts'

export const sii: Translation<typeof es> = {
  invalidCredentials:
    "The SII didn't accept that RUT with that clave. Check it at sii.cl and type it again: we never try it twice.",
  claveTries: 'Attempts left before an hour of waiting: {{tries}}.',
  noClaveTries:
    'That was the last attempt: so that the SII does not block the clave, wait one hour.',
  accountBlocked:
    'The SII has blocked the clave of this RUT. Recover it at sii.cl and connect again.',
  tooManySessions:
    'The SII says too many sessions are open for this RUT. Close them at sii.cl and try again in half an hour.',
  loginThrottled:
    'The SII asked to wait before signing in again with this RUT. Try again in half an hour.',
  loginRejected:
    "The SII didn't let this RUT in. Sign in at sii.cl to see what it asks and try again in half an hour.",
  interstitial:
    'The SII shows you a notice when signing in. Sign in at sii.cl, answer it and try again in half an hour.',

  network: "We couldn't reach the SII's website. Try again in a few minutes.",
  timeout: 'The SII took too long to answer. Try again in a few minutes.',
  serverError: "The SII's website failed to answer. Try again in a few minutes.",
  maintenance: 'The SII is under maintenance. Try again later.',
  waitingRoom: 'The SII has a waiting room at its door. Try again in a few minutes.',
  breakerOpen:
    'The SII has been failing and we gave it a rest. We try again by ourselves in a few minutes.',
  unknownPage:
    "The SII answered something we didn't expect. Try again in a few minutes; if it happens again, write to us.",

  sessionUnclosed:
    'The SII does not close an earlier session of this person. Within an hour we enter without it; try again then.',
  sessionExpired: 'The session with the SII expired halfway. Try again.',
  companyNotAuthorized:
    "The SII doesn't let you act for this company. Ask its representative to authorise you at sii.cl.",
  companyNotSelected: "The SII didn't let us choose the company. Try again in a few minutes.",
  validationRejected: "The SII didn't accept the data. Check them and try again.",
  noCentralCertificate:
    'You have no centralised digital certificate at the SII. Upload it at sii.cl and try again.',
  tooManyPasswords:
    'The SII rejected three passwords in a row. To spend no more numbers and keep the certificate unlocked, save another in {{minutes}} min.',
  certificatePasswordRejected:
    'The SII rejected the password of your certificate. Save the right one and try again.',
  boletasNotEnabled:
    "The SII doesn't let you issue boletas de honorarios: your RUT has no second-category activities. Add them at sii.cl and try again.",
  recaptchaRequired:
    'The SII asks for proof that you are not a robot to show this. Meanwhile we show what it does give; the rest is at sii.cl.',
  tooManyDocuments:
    'That day has more documents than the SII hands over together. Download it from sii.cl.',
  notFound: "The SII didn't find what we asked for. Try again later.",
  signatureNotRecognized:
    "The SII didn't recognise the signature and didn't issue the document. Check at sii.cl that your certificate is valid and try again.",
  refused: "The SII didn't issue the document. Read what it says, correct the data and try again.",
  notSent: "The document didn't get to leave for the SII: it wasn't issued. Try again.",
  uncertain:
    "We don't know whether the SII issued the document. We don't send it again: first we look for it in its list.",
  portalChanged: "The SII's website changed and we are looking into it. Try again later.",

  busy: 'The SII is serving another operation of yours. Try again in a few seconds.',
  paused:
    'We space out the sign-ins at the SII so that it does not block your account. Try again in {{minutes}} min.',
  claveMissing: 'There is no SII clave stored. Save it in Connections to go on.',
  claveRejected: 'The SII rejected the stored clave. Update it in Connections to go on.',
  sameClave:
    'You have just tried that very clave and the SII rejected it. Check it at sii.cl before typing it again.',
  tooManyRefusals:
    'The SII rejected several claves of this RUT. So that it does not block it, we will not try another for {{minutes}} min.',

  invalidRut: 'Invalid RUT',
  rutMaxThirtyMillions:
    'The RUT must be below 30,000,000: it is that of the person who signs in at the SII.',
  notNaturalPerson: 'The RUT must belong to a natural person',
}
