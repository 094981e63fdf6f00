import type { Language } from '#texts/language.ts'
import { siiText } from '#texts/sii.ts'
import { Refused } from '../http/errors.ts'
import type { Clock } from '../clock.ts'
import type { PortalTrouble } from './connect/trouble.ts'

/**
 * One sentence in the shape {detail}: 400 what the user must correct, 503 what time heals, with its end where that is
 * known.
 */
export function portalRefused(trouble: PortalTrouble, language: Language, clock: Clock): Refused {
  const status = statusOf(trouble)
  const text = sentenceOf(trouble, language, clock)
  const known = 'untilMs' in trouble ? { retryAfterSeconds: secondsTo(trouble, clock) } : {}
  return new Refused(status, { text }, known)
}

function secondsTo({ untilMs }: { untilMs: number }, clock: Clock): number {
  return (untilMs - clock.now()) / 1_000
}

function sentenceOf(trouble: PortalTrouble, language: Language, clock: Clock): string {
  switch (trouble.kind) {
    case 'unavailable':
      return siiText(trouble.cause, language)
    case 'unclear':
      return siiText('unknownPage', language)
    case 'invalidCredentials':
      return [
        siiText(trouble.kind, language),
        triesSentence('triesLeft' in trouble ? trouble.triesLeft : undefined, language),
      ]
        .join(' ')
        .trim()
    case 'paused':
    case 'tooManyRefusals': {
      const minutes = Math.max(1, Math.ceil(secondsTo(trouble, clock) / 60))
      return siiText(trouble.kind, language, { minutes })
    }
    default:
      return siiText(trouble.kind, language)
  }
}

/** Empty where no clave was typed: a stored one is tried once. */
function triesSentence(tries: number | undefined, language: Language): string {
  if (tries === undefined) return ''
  return tries === 0
    ? siiText('noClaveTries', language)
    : siiText('claveTries', language, { tries })
}

function statusOf({ kind }: PortalTrouble): 400 | 409 | 503 {
  switch (kind) {
    case 'invalidCredentials':
    case 'accountBlocked':
    case 'interstitial':
    case 'loginRejected':
    case 'sameClave':
    case 'notNaturalPerson':
    case 'validationRejected':
    case 'boletasNotEnabled':
      return 400
    case 'claveMissing':
    case 'claveRejected':
    case 'companyNotAuthorized':
    case 'noCentralCertificate':
    case 'certificatePasswordRejected':
      return 409
    case 'tooManySessions':
    case 'loginThrottled':
    case 'tooManyRefusals':
    case 'paused':
    case 'busy':
    case 'unavailable':
    case 'unclear':
    case 'sessionExpired':
    case 'sessionUnclosed':
    case 'companyNotSelected':
    case 'notFound':
    case 'recaptchaRequired':
    case 'tooManyDocuments':
    case 'portalChanged':
      return 503
  }
}
