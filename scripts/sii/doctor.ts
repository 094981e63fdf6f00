import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { dayInChile } from '#domain/day.ts'
import { isCompanyRut, parseRut } from '#domain/rut.ts'
import { doctor } from '#texts/es/doctor.ts'
import type { Credentials, ExamineNeeds } from './examine.ts'
import { examine } from './examine.ts'
import type { Questions } from './questions.ts'
import { closingText, findingLine, reasonText } from './report.ts'

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
  const path = needs.recordPath(dayInChile(needs.nowMs()))
  if (examination.record !== null) writeRecord(path, examination.record)
  say(closingText(examination, examination.record === null ? null : path))
  return examination.login === 'ok' && !isStopped() ? 0 : 1
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

/** For its owner's eyes until they send it. */
function writeRecord(path: string, record: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, record, { mode: 0o600 })
}
