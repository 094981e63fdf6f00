import { reminders as en } from './en/reminders.ts'
import { reminders as es } from './es/reminders.ts'
import type { Language } from './language.ts'
import type { Translation } from './translation.ts'

/** What clients read when they are reminded of what they owe. */
export const reminderTexts: Record<Language, Translation<typeof es>> = { es, en }
