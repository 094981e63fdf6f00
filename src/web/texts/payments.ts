import { payments } from '#texts/es/web-payments.ts'
import { addTexts } from '#web/language.ts'

addTexts(payments, async () => (await import('#texts/en/web-payments.ts')).payments)
