import { email } from '#texts/es/web-email.ts'
import { addTexts } from '#web/language.ts'

addTexts(email, async () => (await import('#texts/en/web-email.ts')).email)
