/** Who must act: the user, nobody (it is tried again by itself), or us. And where it is mended, by whose button. */
interface Diagnosis {
  who: 'user' | 'time' | 'us'
  at: 'document' | 'rule' | 'client' | 'company' | 'connection' | 'run'
}

/**
 * Why a document waits, failed or needs a person: a closed list. Each has its Spanish sentence, and what
 * to do, in texts/. The SII's own sentence, when there is one, is kept beside it verbatim.
 */
export const DOCUMENT_REASONS = {
  // The rule or the user must give something.
  linesToComplete: { who: 'user', at: 'rule' },
  noLines: { who: 'user', at: 'rule' },
  issuerAddressMissing: { who: 'user', at: 'rule' },
  issuerCityMissing: { who: 'user', at: 'rule' },
  issuerActivityMissing: { who: 'user', at: 'rule' },
  recipientAddressMissing: { who: 'user', at: 'client' },
  recipientCityMissing: { who: 'user', at: 'client' },
  recipientGiroMissing: { who: 'user', at: 'client' },
  recipientCommuneUnknown: { who: 'user', at: 'client' },
  recipientIsIssuer: { who: 'user', at: 'client' },
  boletaDataMissing: { who: 'user', at: 'rule' },
  totalTooSmall: { who: 'user', at: 'rule' },
  totalTooLarge: { who: 'user', at: 'rule' },
  textUnprintable: { who: 'user', at: 'rule' },
  missed: { who: 'user', at: 'document' },
  rulePaused: { who: 'user', at: 'document' },
  ruleDeleted: { who: 'user', at: 'document' },
  clientLeftRule: { who: 'user', at: 'document' },
  skippedByUser: { who: 'user', at: 'document' },
  replaced: { who: 'user', at: 'document' },
  // The brakes: it is frozen and ready, and somebody must say so.
  amountDiffers: { who: 'user', at: 'document' },
  approvalNeeded: { who: 'user', at: 'document' },
  looksRepeated: { who: 'user', at: 'document' },
  adoptedNotFound: { who: 'user', at: 'document' },
  unusualRun: { who: 'user', at: 'run' },
  // Issuing is stopped, by its user or by whoever runs the installation.
  issuingStopped: { who: 'user', at: 'company' },
  stoppedByUs: { who: 'us', at: 'connection' },
  // The file that it was ordered from is paused.
  uploadPaused: { who: 'user', at: 'company' },
  // Credentials: everything of that person stops after one attempt.
  claveMissing: { who: 'user', at: 'connection' },
  claveRejected: { who: 'user', at: 'connection' },
  accountBlocked: { who: 'user', at: 'connection' },
  portalInterstitial: { who: 'user', at: 'connection' },
  certificateMissing: { who: 'user', at: 'connection' },
  certificatePasswordMissing: { who: 'user', at: 'connection' },
  certificatePasswordRejected: { who: 'user', at: 'connection' },
  companyNotAuthorized: { who: 'user', at: 'company' },
  boletasNotEnabled: { who: 'user', at: 'document' },
  // The SII refused the document.
  portalRefused: { who: 'user', at: 'document' },
  // It has answered for hours what nobody knows, which may be a refusal in new words.
  answerUnknown: { who: 'user', at: 'document' },
  previewDiffers: { who: 'user', at: 'document' },
  retentionDiffers: { who: 'user', at: 'document' },
  signatureNotRecognized: { who: 'user', at: 'document' },
  // Signing this one failed twice, and each time a number was spent.
  signatureFails: { who: 'user', at: 'document' },
  // Signing failed after the SII had proposed a number: each such try spends one.
  numbersUnused: { who: 'user', at: 'connection' },
  // Time heals these.
  ufMissing: { who: 'time', at: 'document' },
  portalUnavailable: { who: 'time', at: 'document' },
  portalUnclear: { who: 'time', at: 'document' },
  portalAway: { who: 'time', at: 'connection' },
  numberUnused: { who: 'time', at: 'connection' },
  portalThrottled: { who: 'time', at: 'document' },
  sessionUnclosed: { who: 'time', at: 'document' },
  sessionExpired: { who: 'time', at: 'document' },
  filesNotYet: { who: 'time', at: 'document' },
  // Never stored: what is said of all issued ones whose files the SII has not given for hours.
  filesLate: { who: 'time', at: 'document' },
  // Nobody knows yet whether the SII issued it.
  answerLost: { who: 'time', at: 'document' },
  behindUncertain: { who: 'time', at: 'document' },
  // Never stored: the one it waits behind waits for its user's answer.
  behindUndecided: { who: 'user', at: 'document' },
  alikeInDoubt: { who: 'user', at: 'document' },
  lookFailing: { who: 'user', at: 'document' },
  lookAlikes: { who: 'user', at: 'document' },
  notFoundTwice: { who: 'user', at: 'document' },
  twinFound: { who: 'user', at: 'document' },
  // A nota made by hand, or one that comes too late.
  notaNotYetListed: { who: 'time', at: 'document' },
  notaNotFound: { who: 'user', at: 'document' },
  notaOfAnother: { who: 'user', at: 'document' },
  facturaAnnulled: { who: 'user', at: 'document' },
  // It is issued; its annulment isn't.
  annulmentRefused: { who: 'user', at: 'document' },
  annulmentUnclear: { who: 'user', at: 'document' },
  boletaNotYetListed: { who: 'time', at: 'document' },
  annulmentNotListed: { who: 'user', at: 'document' },
  // Ours.
  portalChanged: { who: 'us', at: 'document' },
  xmlDiffers: { who: 'user', at: 'document' },
  xmlUnproved: { who: 'us', at: 'document' },
  internal: { who: 'us', at: 'document' },
} as const satisfies Record<string, Diagnosis>

export type DocumentReason = keyof typeof DOCUMENT_REASONS

export function isDocumentReason(text: string): text is DocumentReason {
  return Object.hasOwn(DOCUMENT_REASONS, text)
}

export function whoActs(reason: DocumentReason): Diagnosis['who'] {
  return DOCUMENT_REASONS[reason].who
}

/** A reason that isn't a document's means that its rule lacks something, which the user fills in. */
export function whoMends(reason: string): Diagnosis['who'] {
  return isDocumentReason(reason) ? whoActs(reason) : 'user'
}

/** A boleta whose annulment came to nothing: it stays valid until its person asks again. */
export function isOfEndedAnnulment(reason: string | null): boolean {
  return (
    reason === 'annulmentRefused' ||
    reason === 'annulmentUnclear' ||
    reason === 'annulmentNotListed'
  )
}

/** Shown in the inbox although the user need not act: an urgent document may need another way. */
export const SHOWN_WITHOUT_ACTION: ReadonlySet<string> = new Set([
  'stoppedByUs',
  'numberUnused',
  'portalAway',
  'filesLate',
] satisfies DocumentReason[])

/** Mended by typing the password again, wherever it is shown. */
export function isOfCertificatePassword(reason: string | null): boolean {
  return reason === 'certificatePasswordRejected' || reason === 'certificatePasswordMissing'
}

export function mendedAt(reason: DocumentReason): Diagnosis['at'] {
  return DOCUMENT_REASONS[reason].at
}
