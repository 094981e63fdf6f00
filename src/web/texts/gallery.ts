import { gallery } from '#texts/es/web-gallery.ts'
import { addTexts } from '#web/language.ts'

addTexts(gallery, async () => (await import('#texts/en/web-gallery.ts')).gallery)
