import { dte as en } from './en/dte.ts'
import { dte as es } from './es/dte.ts'
import type { Language } from './language.ts'
import type { Translation } from './translation.ts'

export type DteTexts = Translation<typeof es>

/** What `npm run dte` says, for the terminal. */
export const dteTexts: Record<Language, DteTexts> = { es, en }
