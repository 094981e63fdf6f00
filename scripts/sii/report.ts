import { doctor } from '#texts/es/doctor.ts'
import { siiText, type SiiTextCode } from '#texts/sii.ts'
import { sii } from '#texts/es/sii.ts'
import { fill } from '#texts/translation.ts'
import type { Examination } from './examine.ts'
import type { Finding } from './walk.ts'

const MARKS = { confirmed: '✓', wrong: '✗', unseen: '·' } as const

/** Facts of others: their troubles are none of the SII's. */
const NEIGHBOURS: ReadonlySet<string> = new Set(['ufCheck', 'holidaysGovernment', 'holidaysBoostr'])

/** One line as the walk goes on. */
export function findingLine({ fact, kind, why, said }: Finding): string {
  const isOfNeighbour = NEIGHBOURS.has(fact) && isSiiText(why)
  const reason = why === '' ? '' : `: ${isOfNeighbour ? doctor.reasons.away : reasonText(why)}`
  const words = /[a-z]/.test(said) ? ` (${said})` : ''
  return `  ${MARKS[kind]} ${doctor.facts[fact]}${reason}${words}`
}

/** What it all came to: wrong guesses, what was learned, and where the record is. */
export function closingText(examination: Examination, recordPath: string | null): string {
  const { findings, observed } = examination
  const of = (kind: Finding['kind']): Finding[] => findings.filter((one) => one.kind === kind)
  const wrong = of('wrong')
  return [
    '',
    fill(doctor.summary, {
      confirmed: of('confirmed').length,
      wrong: wrong.length,
      unseen: of('unseen').length,
    }),
    ...(wrong.length === 0 ? [] : ['', doctor.wrongHeading, ...wrong.map(findingLine)]),
    ...(observed.length === 0 ? [] : ['', doctor.observedHeading]),
    ...observed.map(({ code, value }) => `  ${doctor.observed[code]}: ${value}`),
    ...(examination.login === 'ok' && !isLeft(examination) ? ['', doctor.notLeft] : []),
    '',
    recordPath === null ? doctor.withoutRecord : fill(doctor.recordAt, { path: recordPath }),
  ].join('\n')
}

/** What is fenced by leaving may not be tried before it is known to hold: without it the examination failed. */
export function isLeft({ findings }: Pick<Examination, 'findings'>): boolean {
  return findings.some(({ fact, kind }) => fact === 'logout' && kind === 'confirmed')
}

export function reasonText(why: string): string {
  if (isOwn(why)) return doctor.reasons[why]
  return isSiiText(why) ? siiText(why, 'es') : why
}

function isOwn(why: string): why is keyof typeof doctor.reasons {
  return Object.hasOwn(doctor.reasons, why)
}

function isSiiText(why: string): why is SiiTextCode {
  return Object.hasOwn(sii, why)
}
