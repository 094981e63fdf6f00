import { reaction } from '#texts/es/web-reaction.ts'
import { addTexts } from '#web/language.ts'

addTexts(reaction, async () => (await import('#texts/en/web-reaction.ts')).reaction)
