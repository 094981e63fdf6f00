import { usage } from '#texts/es/web-usage.ts'
import { addTexts } from '#web/language.ts'

addTexts(usage, async () => (await import('#texts/en/web-usage.ts')).usage)
