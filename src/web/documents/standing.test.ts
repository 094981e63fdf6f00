import { createInstance, type TFunction } from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { documentState, DOCUMENT_KINDS } from '#contract/documents.ts'
import { compare, knownDay } from '#domain/day.ts'
import { DOCUMENT_REASONS, isDocumentReason } from '#domain/reason.ts'
import { standingOf, type Standing, type StandingFacts } from '#domain/standing.ts'
import { mails as mailsEn } from '#texts/en/mails.ts'
import { agenda as agendaEn } from '#texts/en/web-agenda.ts'
import { documents as documentsEn } from '#texts/en/web-documents.ts'
import { reasons as reasonsEn } from '#texts/en/web-reasons.ts'
import { rules as rulesEn } from '#texts/en/web-rules.ts'
import { mails } from '#texts/es/mails.ts'
import { agenda } from '#texts/es/web-agenda.ts'
import { documents } from '#texts/es/web-documents.ts'
import { reasons } from '#texts/es/web-reasons.ts'
import { rules } from '#texts/es/web-rules.ts'
import { mendOf } from '#web/screens/attention/mend.ts'
import { problemText } from '#web/screens/attention/problem-text.ts'
import { mendOfDocument } from '#web/screens/document/mend-of-document.ts'
import { possibleActions, type DocumentAction } from '#web/screens/document/possible-actions.ts'
import { madeSentences } from '#web/screens/rules/made-text.ts'
import { filesText, standingText } from './standing.ts'

const TODAY = knownDay('2026-11-23')
const DAYS = ['2026-01-17', '2026-11-23', '2026-11-24'].map(knownDay)
const REASONS = [null, ...Object.keys(DOCUMENT_REASONS).filter(isDocumentReason)]
type State = (typeof documentState.options)[number]
type Facts = StandingFacts & { state: State }

/** What besides state, reason and day is known of one in this state. */
function variants(state: State): Partial<Omit<Facts, 'state' | 'reason' | 'day' | 'today'>>[] {
  const stops = [null, 'issuingStopped', 'stoppedByUs'] as const
  switch (state) {
    case 'queued':
    case 'failed':
      return stops.flatMap((stop) => TOLD.map((told) => ({ stop, told })))
    case 'uncertain':
      return stops.flatMap((stop) => [false, true].map((canDecide) => ({ stop, canDecide })))
    case 'issued':
    case 'annulled':
      return stops.flatMap((stop) =>
        ([null, 'wanted', 'sent'] as const).flatMap((annulment) =>
          [true, false].map((hasFiles) => ({ stop, annulment, hasFiles })),
        ),
      )
    default:
      return stops.map((stop) => ({ stop }))
  }
}
const TOLD = [null, 'nota', 'adopted'] as const

const NOTHING_ELSE = { told: null, canDecide: false, annulment: null, stop: null } as const
/** Every state × reason × day × whatever else is known of one in that state. */
const CASES: Facts[] = documentState.options.flatMap((state) =>
  REASONS.flatMap((reason) =>
    DAYS.flatMap((day) =>
      variants(state).map((more) => ({
        ...NOTHING_ELSE,
        ...more,
        hasFiles: more.hasFiles ?? true,
        state,
        reason,
        day,
        today: TODAY,
      })),
    ),
  ),
)

const languages = { es: createInstance(), en: createInstance() }
beforeAll(async () => {
  const init = (language: keyof typeof languages, translation: object) =>
    languages[language].init({
      lng: 'es',
      resources: { es: { translation } },
      interpolation: { escapeValue: false },
    })
  await init('es', { ...documents, ...agenda, ...rules, reasons })
  await init('en', { ...documentsEn, ...agendaEn, ...rulesEn, reasons: reasonsEn })
})

/** What each surface says of it. */
function saidOf(t: TFunction, facts: Facts, standing: Standing) {
  const why = standingText(t, standing)
  const says = t(`document.says.${standing.says}`, {
    date: facts.day,
    total: '$119.000',
    amount: 'con IVA',
    folio: 12,
  })
  const doubt = standing.isInDoubt ? t('document.inDoubt') : ''
  const files = filesText(t, standing, facts.reason) ?? ''
  const badge = t(`documentStates.${standing.badge}`)
  const row = rowOf(facts)
  const inbox = problemText(t, () => standing, {
    code: standing.reason ?? facts.reason ?? 'portalRefused',
    subject: { kind: 'document', id: 1, name: 'Ñuble' },
    standing: row,
  })
  const [made] = madeSentences(t, () => standing, [
    {
      ...row,
      document: 1,
      client: { id: 1, name: 'Ñuble' },
      period: '2026-11',
      service_month: '2026-11',
      folio: 12,
      total: 119_000,
    },
  ])
  return {
    page: [badge, says, why?.what, why?.todo, doubt, files].filter(Boolean).join(' '),
    inbox: standing.reason === null ? '' : `${inbox.what} ${inbox.todo}`,
    rule: made?.text ?? '',
  }
}

function rowOf({ state, reason, told, canDecide, annulment, stop, day }: Facts) {
  return { state, reason, told, can_decide: canDecide, annulment, stop, emission_date: day }
}

interface Read {
  facts: Facts
  standing: Standing
  page: string
  inbox: string
  rule: string
  /** All of them. */
  text: string
}

let read: Read[]
beforeAll(() => {
  read = CASES.map((facts) => {
    const standing = standingOf(facts)
    const said = saidOf(languages.es.t, facts, standing)
    return { facts, standing, ...said, text: Object.values(said).join(' | ') }
  })
})

/** The cases of which `check` is false, each with its text; a few of them say enough. */
function wrongCases(check: (one: Read) => boolean): string[] {
  return read
    .filter((one) => !check(one))
    .slice(0, 5)
    .map(({ facts, text }) => `${JSON.stringify(facts)}: ${text}`)
}

/** Whether the SII's list is really being looked through for it. */
function isLookedFor({ facts: { state, told }, standing: { actor, says } }: Read): boolean {
  if (state === 'uncertain') return says === 'uncertain' || (actor === 'user' && says === 'decide')
  return state === 'queued' && told !== null && actor === 'time'
}

/** Of a document's own page, in each case. */
function buttonsOf({ facts, standing }: Read): { actions: DocumentAction[]; link: boolean } {
  const row = rowOf(facts)
  const actions = possibleActions({ ...row, document_type: 33, notas: [], looks_like: null })
  const boletas = possibleActions({ ...row, document_type: 39, notas: [], looks_like: null })
  const link = mendOfDocument(
    {
      id: 3,
      origin: 'rule',
      state: row.state,
      rule: { id: 7, name: 'Asesoría' },
      upload: 5,
      document_type: 33,
      draft: null,
      waits_for: { document: 9, name: 'Ñuble' },
    },
    standing,
  )
  return { actions: [...new Set([...actions, ...boletas])], link: link !== null }
}

/** Of the inbox, where it is about this document; what has its own place is in attention/mend.test.ts. */
function itemOf({ facts, standing }: Read): Parameters<typeof mendOf>[0] {
  return {
    key: 'key',
    code: standing.reason ?? facts.reason ?? 'portalRefused',
    urgency: 'now',
    due: null,
    company: null,
    subject: { kind: 'document', id: 1, name: 'Ñuble' },
    rules: [],
    rule_count: 0,
    documents: [],
    document_count: 0,
    detail: null,
    amounts: null,
    mails: 0,
    standing: rowOf(facts),
  }
}

describe('what is said of a document, whatever is known of it, on every surface', () => {
  test('every sentence exists in both languages, with nothing left to fill in', () => {
    const missing = /\{\{|\b(document|rules|attention)\.\w|reasons\.\w|documentStates\.\w/
    expect(
      wrongCases(({ facts, standing, text }) => {
        const english = Object.values(saidOf(languages.en.t, facts, standing)).join(' ')
        return !missing.test(text) && !missing.test(english)
      }),
    ).toEqual([])
  })

  test('only a document that waits for nothing but its turn may take some minutes', () => {
    expect(
      wrongCases(({ standing, text }) => {
        const mayTake = standing.says === 'queued' || standing.files === 'coming'
        return mayTake || !/unos minutos/.test(text)
      }),
    ).toEqual([])
  })

  test('what may be at the SII is never said not to be issued', () => {
    expect(
      wrongCases(({ facts: { state, told }, text }) => {
        const mayBe = state === 'uncertain' || state === 'issued' || state === 'issuing'
        const isTold = told !== null && state === 'queued'
        return !(mayBe || isTold) || !/no se ha emitido|no se emitió|no existe/i.test(text)
      }),
    ).toEqual([])
  })

  test('a document in doubt is said not to be made by hand, where nobody may decide yet too', () => {
    expect(
      wrongCases(
        ({ facts: { state }, page }) => state !== 'uncertain' || /no la emitas a mano/i.test(page),
      ),
    ).toEqual([])
  })

  test('it is said to be looked for only where somebody looks', () => {
    const looking =
      /l[ao] (estamos )?buscando|Estamos buscándola|l[ao]s? buscamos|Buscamos en tu lista/
    expect(wrongCases((one) => isLookedFor(one) || !looking.test(one.text))).toEqual([])
  })

  test('nothing is promised by itself while its user or we are waited for', () => {
    const promise = /apenas se pueda|Volvemos a intentarlo|Se resuelve solo|saldrá el|Se emitirá/
    expect(
      wrongCases(({ standing: { actor, hasNextTry }, text }) => {
        if (actor !== 'user' && actor !== 'us') return true
        return !hasNextTry && !promise.test(text)
      }),
    ).toEqual([])
  })

  test('no date is promised to anything while issuing is stopped', () => {
    expect(
      wrongCases(
        ({ facts: { stop }, text }) =>
          stop === null || !/saldrá el|se prepara el|Programada/.test(text),
      ),
    ).toEqual([])
  })

  test('what is stopped says that it is', () => {
    expect(
      wrongCases(({ facts: { state, stop, reason, annulment }, standing, text }) => {
        const isReady = state === 'planned' || state === 'waiting' || state === 'queued'
        if (stop === null || !(reason === null && (isReady || annulment === 'wanted'))) return true
        return (
          standing.says === 'annulled' || state === 'annulled' || /detenida|detuviste/.test(text)
        )
      }),
    ).toEqual([])
  })

  test('a user who is waited for has the button for it, on the page and from the inbox', () => {
    expect(
      wrongCases((one) => {
        const { standing } = one
        const { actions, link } = buttonsOf(one)
        if (standing.actor !== 'user') return standing.mend === null
        if (mendOf(itemOf(one)) === null) return false
        if (standing.mend === 'own') return actions.length > 0
        return standing.mend !== null && link
      }),
    ).toEqual([])
  })

  test('what only a word settles has the button that says it', () => {
    const words: [State, string, DocumentAction][] = [
      ['waiting', 'approvalNeeded', 'issueNow'],
      ['waiting', 'amountDiffers', 'issueNow'],
      ['waiting', 'unusualRun', 'issueNow'],
      ['waiting', 'looksRepeated', 'issueNow'],
      ['queued', 'looksRepeated', 'issueNow'],
      ['queued', 'alikeInDoubt', 'issueNow'],
      ['queued', 'answerUnknown', 'retry'],
      ['queued', 'signatureFails', 'retry'],
      ['planned', 'missed', 'issueMissed'],
      ['needs_data', 'missed', 'issueMissed'],
      ['issued', 'xmlDiffers', 'acceptFile'],
      ['issued', 'annulmentRefused', 'annul'],
      ['issued', 'annulmentRefused', 'keepValid'],
      ['issued', 'annulmentUnclear', 'annul'],
      ['issued', 'annulmentUnclear', 'keepValid'],
      ['issued', 'annulmentNotListed', 'annul'],
      ['issued', 'annulmentNotListed', 'keepValid'],
    ]
    expect(
      wrongCases((one) => {
        const { state, reason, annulment } = one.facts
        const word = words.find(([of, why]) => of === state && why === reason)
        if (word === undefined || annulment !== null) return true
        return one.standing.mend === 'own' && buttonsOf(one).actions.includes(word[2])
      }),
    ).toEqual([])
  })

  test('a document that may be decided about asks for it, and no other does, whatever the reason', () => {
    expect(
      wrongCases((one) => {
        const { state, canDecide } = one.facts
        if (state !== 'uncertain') return true
        const asks = /dinos|Dinos/.test(one.page) || one.standing.says === 'decide'
        const { actor } = one.standing
        if (!canDecide) return !asks && !buttonsOf(one).actions.includes('decide')
        return asks && actor === 'user' && buttonsOf(one).actions.includes('decide')
      }),
    ).toEqual([])
  })

  test('a day that has gone by is said as gone by', () => {
    expect(
      wrongCases(({ facts: { state, day }, text }) => {
        if (day >= TODAY || (state !== 'planned' && state !== 'needs_data')) return true
        return !/Programada para|hoy/i.test(text)
      }),
    ).toEqual([])
  })

  test('no other day is called today', () => {
    expect(
      wrongCases(({ facts: { day }, text }) => day === TODAY || !/\bhoy\b/i.test(text)),
    ).toEqual([])
  })

  test('what is settled asks for nothing', () => {
    expect(
      wrongCases(({ facts: { state, reason }, standing, text }) => {
        if (state !== 'skipped' && state !== 'annulled') return true
        const isOver = reason === 'looksRepeated' || reason === 'missed'
        return standing.actor === 'nobody' && !(isOver && /Decide|emítelo|Míralo/.test(text))
      }),
    ).toEqual([])
  })

  test('an annulment is said to be under way only while nothing holds it', () => {
    expect(
      wrongCases(({ facts: { state, annulment, reason, stop }, text }) => {
        if (state !== 'issued' || !/Estamos anulándola/.test(text)) return true
        const isHeld = reason !== null && !/^(xml|twin|annulment)/.test(reason)
        return annulment === 'wanted' && stop === null && !isHeld
      }),
    ).toEqual([])
  })

  test('files are promised in minutes only where nothing but the SII is waited for', () => {
    expect(
      wrongCases(({ facts: { reason }, text }) => {
        const isHeld = ['xmlUnproved', 'xmlDiffers', 'claveRejected', 'portalChanged'].includes(
          reason ?? '',
        )
        return !isHeld || !/apenas estén|publica el PDF/.test(text)
      }),
    ).toEqual([])
  })

  test('files whose day is over are late, and say what a mail waits for and what can be done', () => {
    const late = read.filter(({ standing }) => standing.files === 'late')
    expect(late.some(({ facts }) => facts.reason === 'filesNotYet')).toBe(true)
    for (const { facts, page } of late) {
      expect(compare(facts.day, facts.today)).toBeLessThan(0)
      expect(page).toMatch(/por correo, saldrá con el PDF.*descárgalo en sii\.cl/)
      expect(page).not.toContain('unos minutos')
    }
  })

  test('what waits behind a document in doubt says who is waited for', () => {
    const behind = (reason: string) =>
      read.find(({ facts }) => facts.state === 'queued' && facts.reason === reason)
    expect(behind('behindUndecided')?.standing).toMatchObject({ actor: 'user', hasNextTry: false })
    expect(behind('behindUndecided')?.page).toContain('apenas nos digas qué pasó')
    expect(behind('behindUncertain')?.standing).toMatchObject({ actor: 'time', hasNextTry: true })
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
