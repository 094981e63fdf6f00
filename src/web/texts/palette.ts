import { palette } from '#texts/es/web-palette.ts'
import { addTexts } from '#web/language.ts'

addTexts(palette, async () => (await import('#texts/en/web-palette.ts')).palette)
