import { providers } from '#texts/es/web-providers.ts'
import { addTexts } from '#web/language.ts'

addTexts(providers, async () => (await import('#texts/en/web-providers.ts')).providers)
