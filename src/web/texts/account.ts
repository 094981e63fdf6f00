import { account } from '#texts/es/web-account.ts'
import { addTexts } from '#web/language.ts'

addTexts(account, async () => (await import('#texts/en/web-account.ts')).account)
