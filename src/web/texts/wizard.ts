import { wizard } from '#texts/es/web-wizard.ts'
import { addTexts } from '#web/language.ts'

addTexts(wizard, async () => (await import('#texts/en/web-wizard.ts')).wizard)
