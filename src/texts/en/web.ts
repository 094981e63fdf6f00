import type { WebTexts } from '../es/web.ts'
import type { Translation } from '../translation.ts'
import { account } from './web-account.ts'
import { analysis } from './web-analysis.ts'
import { bulk } from './web-bulk.ts'
import { connections } from './web-connections.ts'
import { core } from './web-core.ts'
import { directory } from './web-directory.ts'
import { email } from './web-email.ts'
import { gallery } from './web-gallery.ts'
import { notas } from './web-notas.ts'
import { palette } from './web-palette.ts'
import { payments } from './web-payments.ts'
import { statements } from './web-statements.ts'
import { profile } from './web-profile.ts'
import { reaction } from './web-reaction.ts'
import { providers } from './web-providers.ts'
import { terms } from './web-terms.ts'
import { trail } from './web-trail.ts'
import { uploads } from './web-uploads.ts'
import { usage } from './web-usage.ts'
import { wizard } from './web-wizard.ts'

/** The whole of the browser's texts in English: a missing one doesn't compile. */
export const webEn: Translation<WebTexts> = {
  ...core,
  ...account,
  ...analysis,
  ...bulk,
  ...connections,
  ...directory,
  ...email,
  ...gallery,
  ...notas,
  ...palette,
  ...payments,
  ...statements,
  ...profile,
  ...reaction,
  ...providers,
  ...terms,
  ...trail,
  ...uploads,
  ...usage,
  ...wizard,
}
