import { uploads } from '#texts/es/web-uploads.ts'
import { addTexts } from '#web/language.ts'

addTexts(uploads, async () => (await import('#texts/en/web-uploads.ts')).uploads)
