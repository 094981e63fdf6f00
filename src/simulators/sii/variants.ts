/** Where nobody outside the SII knows what the portal does, each way it may be. The first is the default. */
export const variantChoices = {
  loginSuccess: ['script', 'redirect'],
  sessionLost: ['page', 'redirect'],
  wrongCertificate: ['empty', 'text'],
  certificateKeys: ['full', 'name-only'],
  certificateType: ['text/html', 'application/json'],
  emptyList: ['text', 'table'],
  beyondLastPage: ['repeat', 'empty'],
  receiverShape: ['static', 'script'],
  folioBurn: ['every-visit', 'on-send'],
  repeatedFolio: ['alert', 'form'],
  successSign: ['entity', 'letter', 'iframe'],
  answerCharset: ['windows-1252', 'utf-8'],
  /** How the lists name a 34. */
  exemptName: ['exempt', 'not-affected'],
  /** Where a copied document or a draft carries its lines. */
  copiedLines: ['inputs', 'script'],
} as const

type Choices = typeof variantChoices
export type Variants = { [Name in keyof Choices]: Choices[Name][number] }

export function defaultVariants(): Variants {
  return {
    loginSuccess: 'script',
    sessionLost: 'page',
    wrongCertificate: 'empty',
    certificateKeys: 'full',
    certificateType: 'text/html',
    emptyList: 'text',
    beyondLastPage: 'repeat',
    receiverShape: 'static',
    folioBurn: 'every-visit',
    repeatedFolio: 'alert',
    successSign: 'entity',
    answerCharset: 'windows-1252',
    exemptName: 'exempt',
    copiedLines: 'inputs',
  }
}
