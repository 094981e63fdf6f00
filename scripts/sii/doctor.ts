import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, parse } from 'node:path'
import { dayInChile } from '#domain/day.ts'
import { isCompanyRut, parseRut } from '#domain/rut.ts'
import { doctor } from '#texts/es/doctor.ts'
import type { Credentials, ExamineNeeds } from './examine.ts'
import { examine } from './examine.ts'
import type { Questions } from './questions.ts'
import { closingText, findingLine, isLeft, reasonText } from './report.ts'

export interface DoctorNeeds extends Omit<ExamineNeeds, 'told'> {
  questions: Questions
  say: (line: string) => void
  /** Where the record goes, given the day. */
  recordPath: (day: string) => string
}

/** Asks whose account, examines the SII through it, and says what was found. Answers the exit code. */
export async function runDoctor(needs: DoctorNeeds): Promise<0 | 1> {
  const { say, questions } = needs
  say(doctor.opening)
  const credentials = await askCredentials(questions, say)
  // From here on Ctrl-C is for the examination.
  questions.close()
  const isStopped = (): boolean => needs.stop?.aborted === true
  if (credentials === null || isStopped()) return 1
  say(doctor.entering)
  needs.stop?.addEventListener('abort', () => say(doctor.stopping), { once: true })
  const examination = await examine({ ...needs, told: (one) => say(findingLine(one)) }, credentials)
  if (examination.login !== 'ok') say(`\n${reasonText(examination.login)}`)
  const { record } = examination
  const day = dayInChile(needs.nowMs())
  const path = record === null ? null : writeRecord(needs.recordPath(day), record)
  say(closingText(examination, path))
  return examination.login === 'ok' && isLeft(examination) && !isStopped() ? 0 : 1
}

async function askCredentials(
  questions: Questions,
  say: (line: string) => void,
): Promise<Credentials | null> {
  const typed = await questions.ask(doctor.askRut)
  const person = parseRut(typed ?? '')
  if (person === null || isCompanyRut(person)) {
    say(doctor.badRut)
    return null
  }
  const clave = await questions.askHidden(doctor.askClave)
  if (clave === null || clave === '') {
    say(doctor.withoutClave)
    return null
  }
  return { person, clave }
}

const MAX_RECORDS_OF_A_DAY = 1000

/** For its owner's eyes until they send it. An earlier one stays: the next has a number. Answers where it is. */
function writeRecord(path: string, record: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const { dir, name, ext } = parse(path)
  for (let number = 1; number <= MAX_RECORDS_OF_A_DAY; number += 1) {
    const free = number === 1 ? path : join(dir, `${name}-${number}${ext}`)
    if (existsSync(free)) continue
    writeFileSync(free, record, { mode: 0o600, flag: 'wx' })
    return free
  }
  throw new Error(`${path} has too many records beside it`)
}
