import { receipts as en } from './en/receipts.ts'
import { receipts as es } from './es/receipts.ts'
import type { Language } from './language.ts'
import type { Translation } from './translation.ts'

/** What payers read about their payments: receipts, and the mails that bring them. */
export const receiptTexts: Record<Language, Translation<typeof es>> = { es, en }
