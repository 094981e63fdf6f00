import { analysis } from '#texts/es/web-analysis.ts'
import { addTexts } from '#web/language.ts'

addTexts(analysis, async () => (await import('#texts/en/web-analysis.ts')).analysis)
