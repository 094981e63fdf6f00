import type { SiiFailure, Unavailable } from '../interface/portal.ts'
import type { AnswerClass } from './answer-class.ts'
import { classOf, classOutside, textOf } from './answer-class.ts'
import type { Visit } from './visit.ts'

/**
 * What a step does at the SII: `outside` has no session yet; `reads` gives nothing to be judged; `judged` gave
 * data that the portal may refuse, and issues nothing.
 */
export type StepKind = 'outside' | 'reads' | 'judged'

type Meaning =
  | Unavailable['cause']
  | 'sessionExpired'
  | 'companyNotSelected'
  | 'recaptchaRequired'
  | 'refused'
  | 'unclear'

/**
 * What each class of answers means, by the kind of step that got it: the one table for every page of the SII.
 * Only a sentence that says what is wrong with what was given is a refusal; all that nobody knows is tried again.
 */
export const MEANINGS: Readonly<Record<AnswerClass, Readonly<Record<StepKind, Meaning>>>> = {
  notSent: { outside: 'unknownPage', reads: 'sessionExpired', judged: 'sessionExpired' },
  network: everywhere('network'),
  timeout: everywhere('timeout'),
  breakerOpen: everywhere('breakerOpen'),
  companyNotSelected: inSession('companyNotSelected'),
  loginPage: inSession('sessionExpired'),
  waitingRoom: everywhere('waitingRoom'),
  maintenance: everywhere('maintenance'),
  serverError: everywhere('serverError'),
  missingPage: everywhere('unknownPage'),
  publicHome: everywhere('unknownPage'),
  errorPage: everywhere('unknownPage'),
  captcha: inSession('recaptchaRequired'),
  refusal: { outside: 'unknownPage', reads: 'unknownPage', judged: 'refused' },
  alert: { outside: 'unknownPage', reads: 'unknownPage', judged: 'unclear' },
  blank: everywhere('unknownPage'),
  otherPage: everywhere('unknownPage'),
}

function everywhere(meaning: Meaning): Record<StepKind, Meaning> {
  return { outside: meaning, reads: meaning, judged: meaning }
}

function inSession(meaning: Meaning): Record<StepKind, Meaning> {
  return { outside: 'unknownPage', reads: meaning, judged: meaning }
}

/** What went wrong when an answer isn't the page that was expected. Only for steps that issue nothing. */
export function diagnose(visit: Visit, step: 'reads' | 'judged' = 'reads'): SiiFailure {
  return failureOf(classOf(visit), visit, step)
}

/** As `diagnose`, where there is no session yet and so none to have expired. */
export function diagnoseOutside(visit: Visit): Unavailable {
  const failure = failureOf(classOutside(visit), visit, 'outside')
  return failure.kind === 'unavailable' ? failure : unavailable('unknownPage', textOf(visit))
}

export function failureOf(of: AnswerClass, visit: Visit, step: StepKind): SiiFailure {
  const meaning = MEANINGS[of][step]
  const text = textOf(visit)
  switch (meaning) {
    case 'refused':
      return { kind: 'validationRejected', text }
    case 'unclear':
    case 'recaptchaRequired':
      return { kind: meaning, text }
    case 'sessionExpired':
    case 'companyNotSelected':
      return { kind: meaning }
    default:
      return unavailable(meaning, text)
  }
}

export function unavailable(cause: Unavailable['cause'], text: string): Unavailable {
  return { kind: 'unavailable', cause, text }
}

export function portalChanged(what: string): SiiFailure {
  return { kind: 'portalChanged', text: what }
}
