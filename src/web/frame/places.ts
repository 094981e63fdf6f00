/** Where one goes from everywhere, by their names in paths and texts. */
export const PLACES = [
  'dashboard',
  'thisMonth',
  'documents',
  'rules',
  'facturators',
  'emailAccounts',
] as const

export type Place = (typeof PLACES)[number]
