import 'i18next'
import type { WebTexts } from '#texts/es/web.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'web'
    resources: { web: WebTexts }
    returnNull: false
  }
}
