import { PATHS } from '#web/paths.ts'

/** What a screen says of itself before anything is asked; the texts' names are those of its own heading. */
export interface Opening {
  title: 'dashboard.title' | `${'thisMonth' | 'attention' | 'documents' | 'rules'}.title`
  heading?: 'dashboard.heading'
  lead?: `${'thisMonth' | 'attention' | 'rules'}.lead`
}

/** Those whose texts come with the program; the others open with the frame alone. */
export const OPENINGS: Partial<Record<string, Opening>> = {
  [PATHS.dashboard]: { title: 'dashboard.title', heading: 'dashboard.heading' },
  [PATHS.thisMonth]: { title: 'thisMonth.title', lead: 'thisMonth.lead' },
  [PATHS.attention]: { title: 'attention.title', lead: 'attention.lead' },
  [PATHS.documents]: { title: 'documents.title' },
  [PATHS.rules]: { title: 'rules.title', lead: 'rules.lead' },
}
