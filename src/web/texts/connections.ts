import { connections } from '#texts/es/web-connections.ts'
import { addTexts } from '#web/language.ts'

addTexts(connections, async () => (await import('#texts/en/web-connections.ts')).connections)
