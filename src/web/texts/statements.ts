import { statements } from '#texts/es/web-statements.ts'
import { addTexts } from '#web/language.ts'

addTexts(statements, async () => (await import('#texts/en/web-statements.ts')).statements)
