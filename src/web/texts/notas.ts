import { notas } from '#texts/es/web-notas.ts'
import { addTexts } from '#web/language.ts'

addTexts(notas, async () => (await import('#texts/en/web-notas.ts')).notas)
