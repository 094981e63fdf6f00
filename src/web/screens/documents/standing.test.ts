import { createInstance, type TFunction } from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { documentState, DOCUMENT_KINDS } from '#contract/documents.ts'
import { knownDay } from '#domain/day.ts'
import { DOCUMENT_REASONS, isDocumentReason, mendedAt } from '#domain/reason.ts'
import { standingOf, type Standing, type StandingFacts } from '#domain/standing.ts'
import { mails as mailsEn } from '#texts/en/mails.ts'
import { documents as documentsEn } from '#texts/en/web-documents.ts'
import { reasons as reasonsEn } from '#texts/en/web-reasons.ts'
import { mails } from '#texts/es/mails.ts'
import { documents } from '#texts/es/web-documents.ts'
import { reasons } from '#texts/es/web-reasons.ts'
import { possibleActions } from '../document/possible-actions.ts'
import { standingText } from './standing.ts'

const TODAY = knownDay('2026-11-23')
const DAYS = ['2026-01-17', '2026-11-23', '2026-11-24'].map(knownDay)
const REASONS = [null, ...Object.keys(DOCUMENT_REASONS).filter(isDocumentReason)]
const ASKED = ['lookAlikes', 'notFoundTwice']
const TOLD = [null, 'nota', 'adopted'] as const

/** Every state × reason × day, and of one whose number at the SII its user told. */
const CASES = documentState.options.flatMap((state) =>
  REASONS.flatMap((reason) =>
    DAYS.flatMap((day) => TOLD.map((told) => ({ state, reason, day, told }) as const)),
  ),
)
type Case = (typeof CASES)[number]

function factsOf({ state, reason, day, told }: Case): StandingFacts {
  const asksDecision = state === 'uncertain' && reason !== null && ASKED.includes(reason)
  return { state, reason, day, told, asksDecision, today: TODAY }
}

let es: TFunction
let en: TFunction
beforeAll(async () => {
  const made = async (translation: object) => {
    const language = createInstance()
    await language.init({
      lng: 'es',
      resources: { es: { translation } },
      interpolation: { escapeValue: false },
    })
    return language.t
  }
  es = await made({ ...documents, reasons })
  en = await made({ ...documentsEn, reasons: reasonsEn })
})

/** Everything the document's page says of it. */
function sentenceOf(t: TFunction, one: Case): { standing: Standing; text: string } {
  const standing = standingOf(factsOf(one))
  const why = standingText(t, standing)
  const says = t(`document.says.${standing.says}`, {
    date: one.day,
    total: '$119.000',
    amount: 'con IVA',
    folio: 12,
  })
  const doubt = standing.isInDoubt ? t('document.inDoubt') : ''
  const badge = t(`documentStates.${standing.badge}`)
  const text = [badge, says, why?.what, why?.todo, doubt].filter((part) => part !== '').join(' ')
  return { standing, text }
}

function each(check: (one: Case, standing: Standing, text: string) => void): void {
  for (const one of CASES) {
    const { standing, text } = sentenceOf(es, one)
    try {
      check(one, standing, text)
    } catch (error) {
      throw new Error(`${JSON.stringify(one)}: ${text}`, { cause: error })
    }
  }
}

describe('what is said of a document in every state, with every reason, on every day', () => {
  test('every sentence exists in both languages, with nothing left to fill in', () => {
    for (const one of CASES) {
      for (const t of [es, en]) {
        expect(sentenceOf(t, one).text).not.toMatch(
          /\{\{|document\.(says|todo)|reasons\.\w|documentStates\.\w/,
        )
      }
    }
  })

  test('only a document that waits for nothing but its turn may take some minutes', () => {
    each(({ state, reason }, _, text) => {
      const isQueued = state === 'queued' && reason === null
      expect(isQueued ? '' : text).not.toMatch(/unos minutos/)
    })
  })

  test('a document in doubt is never said not to be issued, and not to be made by hand', () => {
    each(({ state }, _, text) => {
      if (state !== 'uncertain') return
      expect(text).not.toMatch(/no se ha emitido|no se emitió|no existe/i)
      expect(text).toMatch(/no la emitas a mano/i)
    })
  })

  test('nothing is promised by itself while its user is waited for', () => {
    each((_, { actor, hasNextTry }, text) => {
      if (actor !== 'user' && actor !== 'us') return
      expect(hasNextTry).toBe(false)
      expect(text).not.toMatch(/apenas se pueda|Volvemos a intentarlo|Se resuelve solo/)
    })
  })

  test('who is waited for has a button for it', () => {
    each(({ state, reason, day }, { actor, says }) => {
      if (actor !== 'user' || state === 'issued') return
      const actions = possibleActions({
        state,
        reason,
        document_type: 33,
        annulment: null,
        notas: [],
        can_decide: says === 'decide',
        looks_like: null,
      })
      const isElsewhere = reason !== null && mendedAt(reason) !== 'document'
      // What else keeps one in doubt from being looked for has its own place.
      const isWatched = state === 'uncertain' && reason !== null && !ASKED.includes(reason)
      expect(actions.length > 0 || isElsewhere || isWatched, String(day)).toBe(true)
    })
  })

  test('a day that has gone by is said as gone by', () => {
    each(({ state, day }, _, text) => {
      if (day >= TODAY || (state !== 'planned' && state !== 'needs_data')) return
      expect(text).not.toMatch(/Programada para|hoy/i)
    })
  })

  test('no other day is called today', () => {
    each(({ day }, _, text) => {
      expect(day === TODAY ? '' : text).not.toMatch(/\bhoy\b/i)
    })
  })

  test('what is settled asks for nothing', () => {
    each(({ state, reason }, standing, text) => {
      if (state !== 'skipped' && state !== 'annulled') return
      expect(standing.actor).toBe('nobody')
      if (reason === 'looksRepeated' || reason === 'missed') {
        expect(text).not.toMatch(/Decide|emítelo|Míralo/)
      }
    })
  })

  test('what waits behind a document in doubt says who is waited for', () => {
    const behind = (reason: 'behindUncertain' | 'behindUndecided') =>
      sentenceOf(es, { state: 'queued', reason, day: TODAY, told: null })
    expect(behind('behindUndecided').standing).toMatchObject({ actor: 'user', hasNextTry: false })
    expect(behind('behindUndecided').text).toContain('apenas nos digas qué pasó')
    expect(behind('behindUncertain').standing).toMatchObject({ actor: 'time', hasNextTry: true })
  })

  test('a mail about a document in doubt says nothing of the others that may not be so', () => {
    for (const { documentUncertain } of [mails, mailsEn]) {
      expect(documentUncertain.notes.join(' ')).not.toMatch(/demás|other documents/)
    }
  })
})

test('every type of the wire has its kind', () => {
  expect(Object.keys(DOCUMENT_KINDS)).toEqual(['33', '39', '61'])
})
