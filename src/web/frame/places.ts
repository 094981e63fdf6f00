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

/** As a list they have room for more: the bar's own are seven, and leads on to these from documents and rules. */
export const MENU_PLACES = [
  'dashboard',
  'thisMonth',
  'documents',
  'receivables',
  'rules',
  'clients',
  'products',
  'facturators',
  'emailAccounts',
] as const

export type Place = (typeof MENU_PLACES)[number]
