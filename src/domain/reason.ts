/**
 * Why a document waits, failed or needs a person: a closed list. Each has its Spanish sentence, and what
 * to do, in texts/. The SII's own sentence, when there is one, is kept beside it verbatim.
 */
export const DOCUMENT_REASONS = {
  // The rule or the user must give something.
  linesToComplete: 'user',
  noLines: 'user',
  issuerAddressMissing: 'user',
  issuerCityMissing: 'user',
  issuerActivityMissing: 'user',
  recipientAddressMissing: 'user',
  recipientCityMissing: 'user',
  recipientGiroMissing: 'user',
  recipientCommuneUnknown: 'user',
  recipientIsIssuer: 'user',
  boletaDataMissing: 'user',
  totalTooSmall: 'user',
  totalTooLarge: 'user',
  textUnprintable: 'user',
  missed: 'user',
  rulePaused: 'user',
  ruleDeleted: 'user',
  skippedByUser: 'user',
  // The brakes: it is frozen and ready, and somebody must say so.
  amountDiffers: 'user',
  approvalNeeded: 'user',
  looksRepeated: 'user',
  unusualRun: 'user',
  // Issuing is stopped, by its user or by whoever runs the installation.
  issuingStopped: 'user',
  stoppedByUs: 'us',
  // Credentials: everything of that person stops after one attempt.
  claveRejected: 'user',
  accountBlocked: 'user',
  portalInterstitial: 'user',
  certificateMissing: 'user',
  certificatePasswordMissing: 'user',
  certificatePasswordRejected: 'user',
  companyNotAuthorized: 'user',
  boletasNotEnabled: 'user',
  // The SII refused the document.
  portalRefused: 'user',
  previewDiffers: 'user',
  retentionDiffers: 'user',
  signatureNotRecognized: 'user',
  // Time heals these.
  ufMissing: 'time',
  portalUnavailable: 'time',
  portalAway: 'time',
  portalThrottled: 'time',
  sessionExpired: 'time',
  filesNotYet: 'time',
  // Nobody knows yet whether the SII issued it.
  answerLost: 'time',
  behindUncertain: 'time',
  lookAlikes: 'user',
  notFoundTwice: 'user',
  twinFound: 'user',
  // A nota made by hand, or one that comes too late.
  notaNotYetListed: 'time',
  notaNotFound: 'user',
  notaOfAnother: 'user',
  facturaAnnulled: 'user',
  // It is issued; its annulment isn't.
  annulmentRefused: 'user',
  annulmentUnclear: 'user',
  // Ours.
  portalChanged: 'us',
  xmlDiffers: 'us',
  internal: 'us',
} as const satisfies Record<string, 'user' | 'time' | 'us'>

export type DocumentReason = keyof typeof DOCUMENT_REASONS

export function isDocumentReason(text: string): text is DocumentReason {
  return Object.hasOwn(DOCUMENT_REASONS, text)
}

/** Who must act: the user, nobody (it is tried again by itself), or us. */
export function whoActs(reason: DocumentReason): 'user' | 'time' | 'us' {
  return DOCUMENT_REASONS[reason]
}
