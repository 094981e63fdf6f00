/**
 * How long personal data is kept, where its end follows from its age: the privacy policy, docs/security.md and the
 * nightly sweeps say the same figures because they take them from here.
 */
export const KEPT = {
  /** An account whose address was never confirmed, with everything of it. */
  unactivatedDays: 30,
  /** So long the old address of an account can undo its change. */
  emailUndoDays: 7,
  /** What was written to us by the form. */
  contactDays: 365,
  /** That a mail of ours was sent, and to whom. */
  sentMailDays: 30,
  /** A notice of a payment provider whole, from when it was processed: so long it may be needed to find out what went wrong. */
  wholeNoticeDays: 30,
  /** What a request with a key was answered, for the same request to be answered again. */
  replyDays: 30,
  /** The words of a page of the SII that nobody knew, from the last time they were seen. */
  unknownAnswerDays: 90,
  /** From which kind of browser and network a user signed in, as a hash. */
  placeDays: 365,
  /** Who paid and what the bank wrote, of a movement that is matched with no payment. */
  movementMonths: 13,
  /** A file of documents that was uploaded. */
  uploadDays: 90,
  /** A session, however often it is used. */
  sessionDays: 90,
  /**
   * Tax documents with their history. Código Tributario, articles 17 and 200: six years from when the tax is due,
   * which for the VAT of a month is in the month after it; three months cover that day and what moves it.
   */
  documentYears: 6,
  documentMonths: 3,
} as const
