import { trail } from '#texts/es/web-trail.ts'
import { addTexts } from '#web/language.ts'

addTexts(trail, async () => (await import('#texts/en/web-trail.ts')).trail)
