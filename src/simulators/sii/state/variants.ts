/** Where nobody outside the SII knows what the portal does, each way it may be. The first is the default. */
export const variantChoices = {
  loginSuccess: ['script', 'redirect'],
  sessionLost: ['page', 'redirect'],
  /** Where leaving leads: to the public site, or back to where one enters. */
  logoutLanding: ['public-home', 'login-page'],
  /** What a blocked clave is told: that it is, or only that one can't enter. */
  blockedClave: ['told', 'vague'],
  /** What a RUT without a clave is told: so, or as if its clave were wrong. */
  unknownRut: ['told', 'wrong-clave'],
  /** How somebody is made to change the clave: on the spot, or on a page a script sends them to. */
  forcedChange: ['page', 'script'],
  wrongCertificate: ['empty', 'text'],
  certificateKeys: ['full', 'name-only'],
  certificateType: ['text/html', 'application/json'],
  emptyList: ['text', 'table'],
  beyondLastPage: ['repeat', 'empty'],
  receiverShape: ['static', 'script'],
  folioBurn: ['every-visit', 'on-send'],
  /** A folio sent twice: called repeated, or, with 'form', no folio of a form that is still open. */
  repeatedFolio: ['alert', 'form'],
  successSign: ['entity', 'letter', 'iframe'],
  answerCharset: ['windows-1252', 'utf-8'],
  /** How the lists name a 34. */
  exemptName: ['exempt', 'not-affected'],
  /** Where a copied document or a draft carries its lines. */
  copiedLines: ['inputs', 'script'],
  /** Whether the empty form says how long an item's name may be, or leaves its lines to the script. */
  nameLength: ['unstated', 'stated'],
  /** Where the boleta's form shows what the SII knows of a receiver. */
  boletaReceiver: ['inputs', 'values'],
  /** Whether its days and months have a leading zero. */
  boletaDays: ['padded', 'plain'],
  /** What the field `tiempo` is for: nothing, a proof of having seen the form, or that and for one boleta only. */
  boletaTime: ['ignored', 'required', 'once'],
  /** How a boleta is refused. */
  boletaRefusal: ['form', 'text'],
  /** What becomes of a service text beyond sixty characters. */
  boletaTextLimit: ['stated', 'cut'],
  /** What the confirmation makes of the receiver's commune. */
  boletaCommune: ['name', 'code'],
  /** What is withheld when the issuer pays the tax. */
  boletaOwnRetention: ['shown', 'zero'],
  /** By what the last page names the boleta. */
  boletaNamed: ['both', 'bar-code', 'folio'],
  /** How reports mark an annulled one. */
  boletaAnnulled: ['S', 'A'],
  /** Which page of a report is the first: with the second, 0 and 1 are the same. */
  boletaPages: ['from-zero', 'from-one'],
  /** What the JSON services answer to somebody without session. */
  facadeSessionLost: ['html', 'code-98'],
  /** Which token the register's details take: the application's own word, any or none. */
  registerToken: ['usual', 'any', 'none'],
  csvDates: ['slashes', 'hyphens'],
  /** How the register's detail names what a receiver did: by the event, or by a letter that tells less. */
  receiverCodes: ['events', 'letters'],
  /** How "Mis DTE" names the fields of a document. */
  myDocumentsKeys: ['plain', 'short'],
} as const

type Choices = typeof variantChoices
export type Variants = { [Name in keyof Choices]: Choices[Name][number] }

export function defaultVariants(): Variants {
  return {
    loginSuccess: 'script',
    sessionLost: 'page',
    logoutLanding: 'public-home',
    blockedClave: 'told',
    unknownRut: 'told',
    forcedChange: 'page',
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
    nameLength: 'unstated',
    boletaReceiver: 'inputs',
    boletaDays: 'padded',
    boletaTime: 'ignored',
    boletaRefusal: 'form',
    boletaTextLimit: 'stated',
    boletaCommune: 'name',
    boletaOwnRetention: 'shown',
    boletaNamed: 'both',
    boletaAnnulled: 'S',
    boletaPages: 'from-zero',
    facadeSessionLost: 'html',
    registerToken: 'usual',
    csvDates: 'slashes',
    receiverCodes: 'events',
    myDocumentsKeys: 'plain',
  }
}

/** For what comes from outside: only known names, each with one of its choices. */
export function isVariantChange(
  change: Record<string, string>,
): change is Record<string, string> & Partial<Variants> {
  const known: Record<string, readonly string[]> = variantChoices
  return Object.entries(change).every(([name, choice]) => known[name]?.includes(choice) === true)
}
