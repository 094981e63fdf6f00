import { bulk } from '#texts/es/web-bulk.ts'
import { addTexts } from '#web/language.ts'

addTexts(bulk, async () => (await import('#texts/en/web-bulk.ts')).bulk)
