import type { Todo } from '#domain/standing.ts'
import { agenda as agendaEn } from './en/web-agenda.ts'
import { documents as documentsEn } from './en/web-documents.ts'
import { reasons as reasonsEn } from './en/web-reasons.ts'
import { agenda as agendaEs } from './es/web-agenda.ts'
import { documents as documentsEs } from './es/web-documents.ts'
import { reasons as reasonsEs } from './es/web-reasons.ts'
import { showClp, showDay } from './formats.ts'
import type { Language } from './language.ts'
import { reasonText } from './reasons.ts'
import { fill } from './translation.ts'

const byLanguage = {
  es: { attention: agendaEs.attention, todos: documentsEs.document.todo, reasons: reasonsEs },
  en: { attention: agendaEn.attention, todos: documentsEn.document.todo, reasons: reasonsEn },
}

/** What a matter that waits for a person is about: as the inbox has it. */
export interface Matter {
  code: string
  about:
    | { kind: keyof typeof agendaEs.attention.subject; name: string; more: number }
    | { kind: 'run'; name: string; day: string; documents: number; usual: number }
  /** Of the document that it is about: what its own page says of it. */
  standing: { reason: string; todo: Todo } | null
  amounts: { before: number; now: number } | null
}

/** Who or what it is about with what is the matter, and what to do: the sentences that the inbox shows. */
export function matterText(
  { code, about, standing, amounts }: Matter,
  language: Language,
): { what: string; todo: string } {
  const { attention, todos, reasons } = byLanguage[language]
  const { what, todo: own } = reasonText(standing?.reason ?? code, language) ?? reasons.unknown
  const todo = standing === null || standing.todo === 'ofReason' ? own : todos[standing.todo]
  if (about.kind === 'run') {
    const { name, day, documents: count, usual } = about
    return { what: fill(attention.run, { name, count, date: showDay(day), usual }), todo }
  }
  const subject = fill(attention.subject[about.kind], { name: about.name })
  const others = about.more === 0 ? '' : ` ${fill(attention.andMore_other, { count: about.more })}`
  const before = amounts === null ? '' : `${amountsText(amounts, attention.amounts)} `
  return { what: `${subject}${others}: ${what}`, todo: `${before}${todo}` }
}

/** Why a document stands where it does and what to do; null for a reason that has no sentence. */
export function standingText(
  { reason, todo }: { reason: string; todo: Todo },
  language: Language,
): { what: string; todo: string } | null {
  const text = reasonText(reason, language)
  if (text === null || todo === 'ofReason') return text
  return { what: text.what, todo: byLanguage[language].todos[todo] }
}

function amountsText({ before, now }: NonNullable<Matter['amounts']>, text: string): string {
  return fill(text, { before: showClp(before), now: showClp(now) })
}
