import { terms } from '#texts/es/web-terms.ts'
import { addTexts } from '#web/language.ts'

addTexts(terms, async () => (await import('#texts/en/web-terms.ts')).terms)
