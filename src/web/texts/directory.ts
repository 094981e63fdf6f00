import { directory } from '#texts/es/web-directory.ts'
import { addTexts } from '#web/language.ts'

addTexts(directory, async () => (await import('#texts/en/web-directory.ts')).directory)
