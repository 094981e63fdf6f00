import { profile } from '#texts/es/web-profile.ts'
import { addTexts } from '#web/language.ts'

addTexts(profile, async () => (await import('#texts/en/web-profile.ts')).profile)
