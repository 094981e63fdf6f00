/** Where one goes from everywhere, by their names in paths and texts. */
export const PLACES = [
  'dashboard',
  'thisMonth',
  'documents',
  'receivables',
  'rules',
  'facturators',
  'emailAccounts',
] as const

export type Place = (typeof PLACES)[number]
