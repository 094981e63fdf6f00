/** What can be wrong with a tax document, or worth a note: `texts/dte.ts` has a sentence for each. */
export type FaultCode =
  // The bytes.
  | 'byteOrderMark'
  | 'otherEncoding'
  | 'longLine'
  | 'controlBytes'
  // The schema.
  | 'elementMissing'
  | 'elementTooOften'
  | 'elementOutOfPlace'
  | 'elementUnknown'
  | 'textMisplaced'
  | 'valueNotAllowed'
  | 'attributeWrong'
  | 'attributeOutOfPlace'
  | 'fieldEmpty'
  | 'referenceMissing'
  // The reading.
  | 'fieldUnreadable'
  | 'typeUnknown'
  | 'tooManyLines'
  // Signatures and certificates.
  | 'notSigned'
  | 'signsAnother'
  | 'transformUnknown'
  | 'digestDiffers'
  | 'signatureWrong'
  | 'keyUnreadable'
  | 'certificateUnreadable'
  | 'certificateOfAnotherKey'
  | 'certificateNotValidThen'
  | 'momentUnreadable'
  // The stamp and its CAF.
  | 'stampMissing'
  | 'stampWrong'
  | 'cafUnreadable'
  | 'cafNotAllowed'
  | 'cafForged'
  | 'cafOfUnknownKey'
  | 'cafOfAnotherIssuer'
  | 'cafOfAnotherType'
  | 'cafOfOtherFolios'
  | 'cafExpired'
  | 'cafLater'
  // Header against stamp.
  | 'stampDiffers'
  | 'ivaRateWrong'
  | 'ivaRateMissing'
  | 'stampedAfterSigning'
  // Arithmetic.
  | 'lineDiscountWrong'
  | 'lineSurchargeWrong'
  | 'lineAmountWrong'
  | 'ivaOutOfPlace'
  | 'ivaMissing'
  | 'allExempt'
  | 'amountWrong'
  | 'amountNotJudged'
  | 'taxNotRecomputed'
  // The envelope and the cession.
  | 'issuerDiffers'
  | 'senderDiffers'
  | 'countDiffers'
  | 'idRepeated'
  | 'cesionOutOfOrder'
  | 'cesionDiffers'
  | 'cesionBeyondTotal'
  | 'cesionPart'
  | 'signerNotAuthorised'
  | 'signerUntold'
  | 'signerIsCedente'

export interface Fault {
  code: FaultCode
  /** What fills the sentence. */
  values: Readonly<Record<string, string | number>>
}

export function fault(code: FaultCode, values: Fault['values'] = {}): Fault {
  return { code, values }
}

/** For the log and support: `amountWrong name=IVA seen=19001 expected=19000`. */
export function faultText({ code, values }: Fault): string {
  return [code, ...Object.entries(values).map(([name, value]) => `${name}=${value}`)].join(' ')
}
