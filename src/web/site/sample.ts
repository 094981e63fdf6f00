/** The sample dashboard's invented week, Monday 23 to Sunday 29 November 2026. With IVA. */
export const SALES_BY_DAY = [148_750, 571_200, 297_500, 0, 1_130_500, 0, 0]
export const SAMPLE_DOCUMENTS = 9
export const SAMPLE_CLIENTS = 6

/** What was lately done, newest first; its words are in the texts, in the same order. */
export const SAMPLE_ROWS = [
  { state: 'paid', amount: 892_500 },
  { state: 'sent', amount: 238_000 },
  { state: 'issued', amount: 297_500 },
  { state: 'planned', amount: 416_500 },
] as const
